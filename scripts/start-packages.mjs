/**
 * What `npm start` installs: the packages of the program and those that build it, and none of those that test it. The whole
 * takes more than twice the room, and who only wants to see it run needs none of the rest.
 *
 * It is plain JavaScript without dependencies because it runs before anything is installed.
 */

/** Development packages that hooks, program and dashboard are built with. `test/start` compares it with their imports. */
export const BUILD_PACKAGES = [
  '@tailwindcss/vite',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@tanstack/react-virtual',
  '@vitejs/plugin-react',
  'class-variance-authority',
  'clsx',
  'lucide-react',
  'node',
  'oxc-parser',
  'radix-ui',
  'react',
  'react-dom',
  'rolldown',
  'tailwind-merge',
  'tailwindcss',
  'uplot',
  'vite',
];

/**
 * Manifest and lock of an installation with these alone, in the versions of the lock. npm leaves out what nothing needs.
 *
 * @param {any} manifest
 * @param {any} lock
 */
export function startManifest(manifest, lock) {
  const { name, version, overrides, allowScripts, devDependencies } = manifest;
  const built = Object.fromEntries(BUILD_PACKAGES.map((one) => [one, devDependencies[one]]));
  const dependencies = { ...manifest.dependencies, ...built };
  return {
    manifest: { name, version, private: true, dependencies, overrides, allowScripts },
    lock: { ...lock, packages: { ...lock.packages, '': { name, version, dependencies } } },
  };
}
