import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/app'
import { Splash } from './app/pages/splash'
import { Root } from './app/root'

/** What an empty page shows until its scripts know whose it is. */
export function splashHtml(): string {
  return renderToStaticMarkup(<Splash />)
}

/** The landing page as a visitor first sees it. */
export async function landingHtml(): Promise<string> {
  const { prelude } = await prerender(
    <Root>
      <App router={AtLanding} />
    </Root>,
    // Whole in its place: what is sent later comes with inline scripts, which our policy refuses.
    { progressiveChunkSize: Number.POSITIVE_INFINITY } as Parameters<typeof prerender>[1],
  )
  return new Response(prelude).text()
}

function AtLanding({ children }: { children: ReactNode }) {
  return <StaticRouter location="/">{children}</StaticRouter>
}
