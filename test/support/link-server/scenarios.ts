import type { IncomingMessage, ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/** One request to a scenario. */
export interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** Which request of this path and query it is, from 1. */
  readonly nth: number;
  /** Milliseconds since the first request of this path and query. */
  readonly sinceFirst: number;
}

export type Scenario = (visit: Visit) => void;

const page = (title: string, content = ''): string =>
  `<!doctype html><html><head><title>${title}</title></head><body>${content}</body></html>`;

const ANCHORS = page(
  'Anchors',
  `</template><h2 id="x">X</h2><a name="named">N</a><p id=""></p><p name="no-anchor"></p><h2 id="größe">G</h2><h2 id="a b">S</h2><p id="50%25">P</p>
  <template><template></template><p id="in-template"></p></template><!-- <p id="in-comment"> -->
  <script>const html = '<p id="in-script">';</script><pre><code>&lt;p id="in-code"&gt;</code></pre>`,
);

/** Behavior of servers, one per path; HEAD is answered like GET, without content, unless stated otherwise. */
export const SCENARIOS: Readonly<Record<string, Scenario>> = {
  '/': answer(200),
  '/ok': answer(200),
  '/404': answer(404),
  '/410': answer(410),
  '/401': answer(401),
  '/403': answer(403),
  '/500': answer(500),
  '/999': answer(999),

  '/head-405': byMethod({ head: answer(405), get: answer(200) }),
  '/head-404-get-200': byMethod({ head: answer(404), get: answer(200) }),
  '/head-500': byMethod({ head: answer(500), get: answer(200) }),
  '/head-hangs': byMethod({ head: () => {}, get: answer(200) }),
  '/head-resets': byMethod({ head: reset, get: answer(200) }),
  '/head-loops': byMethod({ head: redirect(302, '/head-loops'), get: answer(200) }),
  '/resets': reset,
  '/reset-once': (visit) => (visit.nth === 1 ? reset(visit) : answer(200)(visit)),
  '/hangs': () => {},

  '/get-403-bot': (visit) => {
    const isBrowser = visit.request.headers['user-agent']?.includes('Firefox') === true;
    answer(isBrowser ? 200 : 403)(visit);
  },

  // ?ms= before the header, ?between= between two halves of the content.
  '/slow': ({ response, query }) => {
    setTimeout(
      () => {
        response.writeHead(200, { 'content-type': 'text/html' });
        response.write('<title>slow');
        setTimeout(() => response.end('</title><p id="late">'), Number(query.get('between') ?? 0));
      },
      Number(query.get('ms') ?? 0),
    );
  },

  // ?after= seconds; refuses until they are over.
  '/429': (visit) => {
    const after = visit.query.get('after') ?? '1';
    if (visit.sinceFirst < Number(after) * 1000) answer(429, { 'retry-after': after })(visit);
    else answer(200)(visit);
  },
  '/429-date': (visit) => {
    // Dates have whole seconds.
    const date = new Date(Math.ceil(Date.now() / 1000) * 1000 + 1000);
    if (visit.nth === 1) answer(429, { 'retry-after': date.toUTCString() })(visit);
    else answer(200)(visit);
  },
  '/429-forever': (visit) => {
    answer(429, { 'retry-after': visit.query.get('after') ?? '1' })(visit);
  },
  '/429-no-header': (visit) => answer(visit.nth === 1 ? 429 : 200)(visit),
  '/503-then-200': (visit) => {
    answer(visit.nth <= Number(visit.query.get('n') ?? 1) ? 503 : 200)(visit);
  },
  '/503-retry-after': (visit) => {
    if (visit.nth === 1) answer(503, { 'retry-after': '1' })(visit);
    else answer(200)(visit);
  },

  '/301': redirect(301, '/ok'),
  '/302': redirect(302, '/ok'),
  '/303': redirect(303, '/ok'),
  '/307': redirect(307, '/ok'),
  '/308': redirect(308, '/ok'),
  '/deep/relative': redirect(302, '../ok?relative'),
  '/301-to-404': redirect(301, '/404'),
  '/301-then-302': redirect(301, '/302'),
  '/302-then-301': redirect(302, '/301'),
  '/no-location': answer(302),
  '/bad-location': redirect(302, 'http://[half'),
  '/app-location': redirect(302, 'some-app://open'),
  '/utf8-location': redirect(302, Buffer.from('/größe').toString('latin1')),
  '/gr%C3%B6%C3%9Fe': answer(200),
  '/loop': redirect(302, '/loop-back'),
  '/loop-back': redirect(302, '/loop'),
  '/chain': (visit) => {
    const left = Number(visit.query.get('n') ?? 1);
    redirect(302, left > 1 ? `/chain?n=${left - 1}` : '/ok')(visit);
  },
  '/to': (visit) => {
    redirect(Number(visit.query.get('status') ?? 302), visit.query.get('to') ?? '/ok')(visit);
  },
  '/redirect-fragment': redirect(301, '/anchor.html#x'),
  '/cookie-wall': (visit) => {
    if (visit.request.headers.cookie?.includes('seen=1') === true) answer(200)(visit);
    else redirect(302, '/cookie-wall', { 'set-cookie': 'seen=1; Path=/; HttpOnly' })(visit);
  },

  '/anchor.html': html(ANCHORS),
  '/anchor-gzip.html': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(gzipSync(ANCHORS));
  },
  '/gzip-bad': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(Buffer.from('this is no gzip'));
  },
  '/gzip-cut': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
    response.end(gzipSync(ANCHORS).subarray(0, 60));
  },
  '/truncated': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': '10000' });
    response.write('<p id="a">', () => response.destroy());
  },
  '/no-length': ({ request, response }) => {
    // As HTTP/1.0 did: the end of the connection is the end of the content.
    const content = request.method === 'HEAD' ? '' : '<p id="x">';
    response.socket?.end(`HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n${content}`);
  },
  '/no-http': ({ response }) => {
    response.socket?.end('SSH-2.0-OpenSSH_9.6\r\n');
  },
  '/huge': ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': `${HUGE}` });
    const chunk = Buffer.alloc(64 * 1024, 'x');
    let left = HUGE;
    const write = (): void => {
      while (left > 0 && !response.destroyed) {
        left -= chunk.length;
        if (!response.write(chunk)) return;
      }
      response.end();
    };
    response.on('drain', write);
    write();
  },
};

const HUGE = 1600 * 64 * 1024;

function answer(status: number, headers: Readonly<Record<string, string>> = {}): Scenario {
  return ({ response }) => {
    response.writeHead(status, { 'content-type': 'text/html', ...headers });
    response.end(page(`Status ${status}`));
  };
}

function html(text: string): Scenario {
  return ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(text);
  };
}

function redirect(
  status: number,
  location: string,
  headers: Readonly<Record<string, string>> = {},
): Scenario {
  return ({ response }) => {
    response.writeHead(status, { location, ...headers });
    response.end();
  };
}

function reset({ request }: Visit): void {
  request.socket.resetAndDestroy();
}

function byMethod({ head, get }: { head: Scenario; get: Scenario }): Scenario {
  return (visit) => (visit.request.method === 'HEAD' ? head : get)(visit);
}
