/** The description of the API, and a page to read it on that loads nothing from another host. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiDeps, ApiEnv } from '../deps.ts';

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plypost API</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/v1/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Only this host, and the small pictures that the page's style sheet holds in itself. */
const POLICY = "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; frame-ancestors 'none'";

const HOUR = 'public, max-age=3600';

export function documentRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  const { documents } = deps;

  app.get('/v1/openapi.json', async (c) =>
    c.body(await documents.read('openapi.json'), 200, { ...c.get('headers'), 'Content-Type': 'application/json' }),
  );
  app.get('/docs', (c) => {
    const headers = { ...c.get('headers'), 'Content-Security-Policy': POLICY };
    return c.html(PAGE, 200, headers);
  });
  app.get('/docs/start.js', (c) =>
    c.body(START, 200, { ...c.get('headers'), 'Content-Type': 'text/javascript; charset=utf-8' }),
  );
  app.get('/docs/swagger-ui.css', async (c) =>
    c.body(await documents.read('swagger-ui.css'), 200, {
      ...c.get('headers'),
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': HOUR,
    }),
  );
  app.get('/docs/swagger-ui-bundle.js', async (c) =>
    c.body(await documents.read('swagger-ui-bundle.js'), 200, {
      ...c.get('headers'),
      'Content-Type': 'text/javascript; charset=utf-8',
      'Cache-Control': HOUR,
    }),
  );
}
