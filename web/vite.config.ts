/**
 * Builds the dashboard into the package, where the control plane finds it.
 *
 * Everything it needs is in the build: it must work without a network, and the server's policy allows no other origin.
 */
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind()],
  // Where the library that locks scrolling under a dialog looks for the nonce of its one style element.
  define: { __webpack_nonce__: 'window.tripwireStyleNonce' },
  // Modules, so that a worker too loads the rare part of it only when it is needed.
  worker: { format: 'es' },
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Inlined files would need data: in the policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// },
            { name: 'chart', test: /node_modules\/uplot\// },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:4181' } },
});
