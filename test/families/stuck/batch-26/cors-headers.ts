/**
 * A server's headers are set in ever other places, and the browser refuses the request as before.
 */
import type { Family } from '../../family.ts';

export const corsHeaders: Family = {
  name: 's_cors_headers',
  what: 'sets headers for other origins in ever other ways, restarts the server, and the browser blocks the request each time',
  batch: 26,
  limit: 18,
  play(agent) {
    const { words } = agent;
    const port = agent.pick([4000, 5000, 8000, 8080]);
    const file = `${words.root}/src/server.ts`;
    const path = words.noun();
    const blocked = `Access to fetch at 'http://localhost:${port}/api/${path}' from origin 'http://localhost:5173' has been blocked by CORS policy: No 'Access-Control-Allow-Origin' header is present on the requested resource.`;
    agent.prompt(`The page cannot load /api/${path}: it says something about CORS. Fix it.`);
    agent.read(file, words.codeLines(10, 30));
    agent.loopBegins();
    agent.times(8, 13, () => {
      agent.edit(
        file,
        agent.pick([
          'app.use(cors());',
          'app.use(cors({ origin: true }));',
          'const app = express();',
        ]),
        agent.pick([
          "app.use(cors({ origin: 'http://localhost:5173' }));",
          "app.use(cors({ origin: '*', credentials: true }));",
          "app.use((req, res, next) => { res.header('Access-Control-Allow-Origin', '*'); next(); });",
          "app.options('*', cors());",
          "res.setHeader('Access-Control-Allow-Origin', req.headers.origin);",
        ]),
      );
      agent.shell(
        `pkill -f server.ts; (npx tsx src/server.ts > server.log 2>&1 &); sleep 2; tail -1 server.log`,
        `listening on ${port}`,
      );
      agent.call(
        'browser_navigate',
        { url: 'http://localhost:5173/' },
        `Page loaded.\nConsole:\n[error] ${blocked}\n[error] TypeError: Failed to fetch`,
        {
          saying: agent.pick(['', 'Now it should work.', 'Let me check the page again.']),
        },
      );
    });
  },
};
