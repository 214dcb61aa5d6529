import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { install } from './build/install.ts'
import { precompress } from './build/precompress.ts'
import { prerenderLanding } from './build/prerender.ts'

/** The assets that a visitor's first page needs, once they are known */
const shell = new Set<string>()
const api = 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), prerenderLanding(shell), install(shell), precompress()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: {
    proxy: {
      '/api': api,
      '/socket.io': { target: api, ws: true },
    },
  },
  build: {
    // tests/budget weighs the client by it
    manifest: true,
    rolldownOptions: {
      // The contracts build their schemas by calls. Unless a bundler may drop those that nobody uses, the price
      // on a card takes zod to the landing page: 39 kB gzip of 160.
      treeshake: { manualPureFunctions: ['z', 'route'] },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store)[\\/]/,
            },
            { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]/ },
          ],
        },
      },
    },
  },
})
