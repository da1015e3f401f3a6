import { en, type Catalogue } from './en';
export const de: Catalogue = en;
