import { VitePWA } from 'vite-plugin-pwa'

/**
 * Makes Jaanch installable, with a page for when there is no connection. Pages come from the network if there is one, so that a new
 * release shows at once; chunks are cached when they are first used (their names contain a hash), so that a visitor never downloads
 * the admin's; a phone that keeps a collector's round caches that page beforehand (src/collector-worker.js). The service worker does not handle calls, files, sockets and the dashboard of the queues: it stores no personal data.
 *
 * @param shell the assets that the first page needs; complete only at the end of the build
 */
export function install(shell: ReadonlySet<string>) {
  return VitePWA({
    // app/install-worker.ts registers it
    injectRegister: false,
    registerType: 'autoUpdate',
    includeManifestIcons: false,
    manifest: {
      id: '/',
      name: 'Jaanch: lab tests at home',
      short_name: 'Jaanch',
      description: 'Book diagnostic tests with home sample collection, and follow every step live.',
      lang: 'en-IN',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      theme_color: '#0b7570',
      background_color: '#f6faf9',
      categories: ['health', 'medical'],
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' },
      ],
      shortcuts: [
        { name: 'Browse tests', url: '/tests' },
        { name: 'My bookings', url: '/booking' },
      ],
    },
    workbox: {
      globPatterns: ['index.html', 'favicon.svg', 'assets/*.{js,css,woff2}'],
      manifestTransforms: [
        async (entries) => ({
          manifest: entries
            .filter(({ url }) => !url.startsWith('assets/') || shell.has(url))
            .map((entry) => ({ ...entry, url: `/${entry.url}` })),
        }),
      ],
      // Do not map '/' to index.html: the server sends landing.html.
      directoryIndex: null,
      skipWaiting: true,
      clientsClaim: true,
      cleanupOutdatedCaches: true,
      navigateFallback: null,
      importScripts: ['/collector-worker.js'],
      runtimeCaching: [
        {
          urlPattern: ({ request, url, sameOrigin }) =>
            sameOrigin &&
            request.mode === 'navigate' &&
            !/^\/(api|socket\.io|admin\/queues)(\/|$)/.test(url.pathname),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/index.html' } },
        },
        {
          urlPattern: ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
          handler: 'CacheFirst',
          options: {
            cacheName: 'assets',
            cacheableResponse: { statuses: [200] },
            expiration: { maxEntries: 150 },
          },
        },
      ],
    },
  })
}
