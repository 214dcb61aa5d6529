import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkLoader } from './build/chunk-loader.ts'
import { shrinkFont } from './build/font.ts'
import { install } from './build/install.ts'
import { pages } from './build/pages.ts'
import { precompress } from './build/precompress.ts'

/** The assets that a visitor's first page needs; filled by `pages` during the build */
const shell = new Set<string>()
const api = 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), chunkLoader(), shrinkFont(), pages(shell), install(shell), precompress()],
  resolve: { alias: { '@': new URL('./src', import.meta.url).pathname } },
  server: {
    proxy: {
      '/api': api,
      '/admin/queues': api,
      '/socket.io': { target: api, ws: true },
    },
  },
  build: {
    // for tests/e2e/budget
    manifest: true,
    rolldownOptions: {
      // The schemas of the contracts are made by calls. If the bundler may not drop unused calls, the price on a card brings zod
      // to the landing page: 39 kB gzip of 160.
      treeshake: { manualPureFunctions: ['z', 'route'] },
      output: {
        codeSplitting: {
          // Without groups the bundler made a chunk of each icon: 44 requests to open My Bookings instead of 14.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store)[\\/]/,
            },
            // A module that two pages share is here rather than in a chunk of its own: each request of the first load takes a
            // round trip of a phone. 6 scripts instead of 14 for /home, for 1 kB more on the landing page. The entry imports it,
            // too: it loads with the first files, not with the page.
            {
              name: 'base',
              test: /lucide-react|contracts[\\/]src[\\/]vocabulary|insight[\\/]src[\\/]facts[\\/](fact|packages)|web[\\/]src[\\/](ui[\\/](badge|button|card|empty-state|page-heading|stars|skeleton|skip-link|toast-store)|lib[\\/](format|idempotency|theme|paths|class-names|use-title|cache|location|live[\\/](change|connection-state)|http[\\/](call|url))|components[\\/](use-command|brand|list[\\/]show-more)|features[\\/](catalogue[\\/](packages-calls|location|search[\\/]|package[\\/](package-card|package-grid|price|package-facts))|account[\\/](notifications-calls|person-search)|insight[\\/]facts-calls))/,
              minShareCount: 2,
            },
            // The rest of what main.tsx imports; the groups below do not contain it.
            { name: 'first', tags: ['$initial'] },
            { name: 'tabs', test: /web[\\/]src[\\/]ui[\\/]tabs\.tsx/ },
            // Every page with a description list also opens a dialog; in `base` the landing page would load the list too.
            {
              name: 'layers',
              test: /web[\\/]src[\\/]ui[\\/](dialog|confirm-button|confirm-dialog|form-dialog|description-list)\.tsx/,
            },
            // Without the timeline and what customers see of a collection: only open bookings show them.
            {
              name: 'bookings',
              test: /booking[\\/]src[\\/]collection-window|web[\\/]src[\\/](components[\\/]booking|features[\\/]booking[\\/](visit[\\/](?!booking-timeline|visit-approach|recollection)|booking))/,
              minShareCount: 2,
            },
            // Shared by the pages with a customer's bookings, prescriptions and reports.
            {
              name: 'records',
              test: /web[\\/]src[\\/](features[\\/]booking[\\/](send-prescription[\\/]status|prescriptions-calls)|components[\\/]file-link|lib[\\/](files|http[\\/]upload))/,
              minShareCount: 2,
            },
            { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]/ },
          ],
        },
      },
    },
  },
})
