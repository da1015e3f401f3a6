import { render } from 'preact';
import { App } from './app/app';
import { applyTheme } from './app/theme';
import './style/index.css';

applyTheme();
const root = document.getElementById('console');
if (root) render(<App />, root);
