import { describe, expect, it } from 'vitest';
import { below, pageText } from './support/readable.ts';

describe('servers and security', () => {
  it('servers have their variables', () => {
    const text = below(
      pageText(
        `openapi: 3.1.0
info: {title: T, version: '1'}
servers:
  - url: https://{region}.api.test/{base}
    description: Live.
    variables: {region: {default: eu, enum: [eu, us], description: Where.}, base: {default: v1}}
  - {url: 'https://sandbox.api.test', description: For tests.}
paths: {}
`,
        'info',
      ),
      'Servers',
    );
    expect(text).toBe(`- https://{region}.api.test/{base} Live.
  - Variable region, Default: eu, allowed: eu, us. Where.
  - Variable base, Default: v1
- https://sandbox.api.test For tests.`);
  });

  it('servers of an operation stand with it, and make its path', () => {
    const text = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
servers: [{url: 'https://api.test/v1'}]
paths:
  /a:
    get: {summary: Title, servers: [{url: 'https://{zone}.other.test/v2', variables: {zone: {default: z1}}}], responses: {}}
`);
    expect(text).toBe(`# Title
GET https://z1.other.test/v2/a
Authentication No authentication.
## Request
The request has no parameters and no body.
### Server
- https://{zone}.other.test/v2
  - Variable zone, Default: z1
## Responses
The description names no response.`);
  });

  it('every kind of security scheme is described on the first page', () => {
    const text = below(
      pageText(
        `openapi: 3.1.0
info: {title: T, version: '1'}
security: [{key: []}, {oauth: [read]}]
paths: {}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: From the console.}
    query: {type: apiKey, in: query, name: api_key}
    cookie: {type: apiKey, in: cookie, name: sid}
    login: {type: http, scheme: bearer, bearerFormat: JWT}
    basic: {type: http, scheme: basic}
    digest: {type: http, scheme: digest}
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.test/authorize
          tokenUrl: https://auth.test/token
          refreshUrl: https://auth.test/refresh
          scopes: {read: Read everything., write: Write everything.}
        implicit: {authorizationUrl: https://auth.test/authorize, scopes: {}}
    oidc: {type: openIdConnect, openIdConnectUrl: https://auth.test/.well-known/openid-configuration}
    mtls: {type: mutualTLS}
`,
        'info',
      ),
      'Security schemes',
    );
    expect(text).toBe(`Unless an operation says otherwise, one of:
- API key in the X-Key header
- OAuth 2.0. Scopes: read
### API key
API key in the X-Key header.
From the console.
### Query
Query in the api_key query parameter.
### Cookie
Cookie in the sid cookie.
### Login
Login (Bearer token, JWT) in the Authorization header.
### Basic authentication
Basic authentication in the Authorization header.
### digest credentials
digest credentials in the Authorization header.
### OAuth 2.0
#### Implicit flow
- Authorization: https://auth.test/authorize
#### Authorization code flow
- Authorization: https://auth.test/authorize
- Token: https://auth.test/token
- Refresh: https://auth.test/refresh
Scopes:
- read Read everything.
- write Write everything.
### Oidc
Oidc (OpenID Connect).
- Discovery: https://auth.test/.well-known/openid-configuration
### Mtls
Mtls (Client certificate, mutual TLS).`);
  });

  it('an operation says what it needs: alternatives', () => {
    const text = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
security: [{cookie: []}]
paths: {/a: {get: {summary: Title, security: [{key: []}, {login: [], mtls: []}, {oauth: [read, write]}, {}], responses: {}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: From the console.}
    query: {type: apiKey, in: query, name: api_key}
    cookie: {type: apiKey, in: cookie, name: sid}
    login: {type: http, scheme: bearer, bearerFormat: JWT}
    basic: {type: http, scheme: basic}
    digest: {type: http, scheme: digest}
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.test/authorize
          tokenUrl: https://auth.test/token
          refreshUrl: https://auth.test/refresh
          scopes: {read: Read everything., write: Write everything.}
        implicit: {authorizationUrl: https://auth.test/authorize, scopes: {}}
    oidc: {type: openIdConnect, openIdConnectUrl: https://auth.test/.well-known/openid-configuration}
    mtls: {type: mutualTLS}
`);
    expect(text).toBe(`# Title
GET /a
The description names no host; the samples use https://api.example.com.
Authentication (optional) One of:
- API key in the X-Key header
- Login (Bearer token, JWT) in the Authorization header, and Mtls (Client certificate, mutual TLS)
- OAuth 2.0. Scopes: read, write
## Request
The request has no parameters and no body.
## Responses
The description names no response.`);
  });

  it('an operation lists 50 alternatives, and counts the others', () => {
    const security = Array.from({ length: 60 }, (_, index) => `{key${index}: []}`).join();
    const text = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
paths: {/a: {get: {summary: Title, security: [${security}], responses: {}}}}
`);
    expect(text).toContain('- key48 (not declared)\n- key49 (not declared) and 10 more\n##');
  });

  it('an operation says what it needs: no credentials', () => {
    const text = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
security: [{cookie: []}]
paths: {/a: {get: {summary: Title, security: [], responses: {}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: From the console.}
    query: {type: apiKey, in: query, name: api_key}
    cookie: {type: apiKey, in: cookie, name: sid}
    login: {type: http, scheme: bearer, bearerFormat: JWT}
    basic: {type: http, scheme: basic}
    digest: {type: http, scheme: digest}
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.test/authorize
          tokenUrl: https://auth.test/token
          refreshUrl: https://auth.test/refresh
          scopes: {read: Read everything., write: Write everything.}
        implicit: {authorizationUrl: https://auth.test/authorize, scopes: {}}
    oidc: {type: openIdConnect, openIdConnectUrl: https://auth.test/.well-known/openid-configuration}
    mtls: {type: mutualTLS}
`);
    expect(text).toBe(`# Title
GET /a
The description names no host; the samples use https://api.example.com.
Authentication No authentication.
## Request
The request has no parameters and no body.
## Responses
The description names no response.`);
  });

  it('an operation says what it needs: one scheme of two parts', () => {
    const text = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
security: [{cookie: []}]
paths: {/a: {get: {summary: Title, security: [{query: [], basic: []}], responses: {}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: From the console.}
    query: {type: apiKey, in: query, name: api_key}
    cookie: {type: apiKey, in: cookie, name: sid}
    login: {type: http, scheme: bearer, bearerFormat: JWT}
    basic: {type: http, scheme: basic}
    digest: {type: http, scheme: digest}
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.test/authorize
          tokenUrl: https://auth.test/token
          refreshUrl: https://auth.test/refresh
          scopes: {read: Read everything., write: Write everything.}
        implicit: {authorizationUrl: https://auth.test/authorize, scopes: {}}
    oidc: {type: openIdConnect, openIdConnectUrl: https://auth.test/.well-known/openid-configuration}
    mtls: {type: mutualTLS}
`);
    expect(text).toBe(`# Title
GET /a
The description names no host; the samples use https://api.example.com.
Authentication Query in the api_key query parameter, and Basic authentication in the Authorization header
## Request
The request has no parameters and no body.
## Responses
The description names no response.`);
  });

  it('the default of the description counts where an operation says nothing', () => {
    const text = pageText(`openapi: 3.1.0
info: {title: T, version: '1'}
security: [{cookie: []}]
paths: {/a: {get: {summary: Title, responses: {}}}}
components:
  securitySchemes:
    key: {type: apiKey, in: header, name: X-Key, description: From the console.}
    query: {type: apiKey, in: query, name: api_key}
    cookie: {type: apiKey, in: cookie, name: sid}
    login: {type: http, scheme: bearer, bearerFormat: JWT}
    basic: {type: http, scheme: basic}
    digest: {type: http, scheme: digest}
    oauth:
      type: oauth2
      flows:
        authorizationCode:
          authorizationUrl: https://auth.test/authorize
          tokenUrl: https://auth.test/token
          refreshUrl: https://auth.test/refresh
          scopes: {read: Read everything., write: Write everything.}
        implicit: {authorizationUrl: https://auth.test/authorize, scopes: {}}
    oidc: {type: openIdConnect, openIdConnectUrl: https://auth.test/.well-known/openid-configuration}
    mtls: {type: mutualTLS}
`);
    expect(text).toBe(`# Title
GET /a
The description names no host; the samples use https://api.example.com.
Authentication Cookie in the sid cookie
## Request
The request has no parameters and no body.
## Responses
The description names no response.`);
  });
});
