import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { ErrorBoundary } from './app/error-boundary'
import { reloadAfterRelease } from './app/reload-after-release'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root element')

reloadAfterRelease()
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <App />
    </ErrorBoundary>
  </StrictMode>,
)
