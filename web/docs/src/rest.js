// Swagger UI over the document of this server. Authorize takes a token, which stays in this page.

import 'swagger-ui-dist/swagger-ui.css';
import './rest.css';
import SwaggerUIBundle from 'swagger-ui-dist/swagger-ui-bundle.js';

SwaggerUIBundle({
  url: '/api/v1/openapi.json',
  domNode: document.getElementById('api'),
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  // No other host is asked to judge the document.
  validatorUrl: null,
});
