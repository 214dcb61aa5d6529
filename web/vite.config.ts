import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { install } from './build/install.ts'
import { pages } from './build/pages.ts'
import { precompress } from './build/precompress.ts'

/** The assets that a visitor's first page needs, once they are known */
const shell = new Set<string>()
const api = 'http://localhost:3000'

export default defineConfig({
  plugins: [react(), tailwindcss(), pages(shell), install(shell), precompress()],
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
          // Left to itself the bundler made a chunk of each icon: 44 requests to open My Bookings, which are 14 so.
          groups: [
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|swr|dequal|use-sync-external-store)[\\/]/,
            },
            // all that main.tsx needs: what the groups below share with it is not theirs
            { name: 'first', tags: ['$initial'] },
            {
              name: 'base',
              test: /lucide-react|contracts[\\/]src[\\/]vocabulary|web[\\/]src[\\/](ui[\\/](badge|button|card|empty-state|page-heading|skeleton|skip-link)|lib[\\/](format|theme|paths|class-names|use-title|cache|resources[\\/]packages|http[\\/](call|url))|components[\\/](package[\\/](package-card|package-grid|price|package-facts)|search[\\/]|brand))/,
              minShareCount: 3,
            },
            { name: 'tabs', test: /web[\\/]src[\\/]ui[\\/]tabs\.tsx/ },
            { name: 'layers', test: /web[\\/]src[\\/]ui[\\/](dialog|confirm-dialog)\.tsx/ },
            {
              name: 'bookings',
              test: /web[\\/]src[\\/](components[\\/]booking[\\/]|lib[\\/]resources[\\/](prescriptions|bookings|health-reports))/,
            },
            { name: 'forms', test: /node_modules[\\/](react-hook-form|@hookform|zod)[\\/]/ },
          ],
        },
      },
    },
  },
})
