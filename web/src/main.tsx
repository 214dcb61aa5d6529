import './styles.css'
import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { waitUntilLoaded } from '@/lib/timing'
import { App } from './app/app'
import { Root } from './app/root'
import { readToken } from './lib/http/token'
import { watchTyping } from './lib/parts/typed'
import { paths } from './lib/paths'

// zod tries `new Function` to parse faster; the content security policy blocks it and logs an error. This switches it off for schemas
// that are created before `config` of zod can be called.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const rootElement = document.getElementById('root')

if (!rootElement) throw new Error('The page has no root element')

const client = (
  <Root>
    <App />
  </Root>
)

watchTyping()

const isLanding = rootElement.dataset.prerendered !== undefined

if (isLanding && !readToken()) startTransition(() => void hydrateRoot(rootElement, client))
else {
  // A signed-in user is redirected from the landing page, which before-paint.js hides.
  if (isLanding) rootElement.replaceChildren()
  // A transition renders in slices, so that the browser stays responsive.
  startTransition(() => createRoot(rootElement).render(client))
}

document.documentElement.classList.remove('leaving-landing')

// whoever opens a link without an account leaves nothing in the browser
if (location.pathname !== paths.shared) void installWorker()

/**
 * Registers the service worker after the page has loaded, so that it does not delay the page. Without service workers (private
 * windows) everything but the offline page works.
 */
async function installWorker(): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  await waitUntilLoaded()
  navigator.serviceWorker
    .register('/sw.js')
    .catch((error) => console.warn('Jaanch will not open without a connection', error))
}
