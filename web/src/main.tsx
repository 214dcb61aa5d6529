import { startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { App } from './app/app'
import { installWorker } from './app/install-worker'
import { reloadAfterRelease } from './app/reload-after-release'
import { Root } from './app/root'
import { readToken } from './lib/http/token'
import './styles.css'

// zod would try `new Function` to parse faster; the content security policy forbids it and says so in the console. Pages whose
// schemas are made before zod can be told by its own `config` find this.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const place = document.getElementById('root')
if (!place) throw new Error('The page has no root element')

const client = (
  <Root>
    <App />
  </Root>
)

reloadAfterRelease()
const isLanding = place.dataset.prerendered !== undefined
if (isLanding && !readToken()) startTransition(() => void hydrateRoot(place, client))
else {
  // Who is signed in is on the way to another page than the landing (before-paint.js keeps it unseen).
  if (isLanding) place.replaceChildren()
  // in slices that let the browser answer between them
  startTransition(() => createRoot(place).render(client))
}
document.documentElement.classList.remove('leaving-landing')
installWorker()
