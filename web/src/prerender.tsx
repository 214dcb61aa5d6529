import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerender } from 'react-dom/static'
import { StaticRouter } from 'react-router-dom'
import { App } from './app/app'
import { Splash } from './app/pages/splash'
import { Root } from './app/root'

/** The files that the build preloads. */
export { screens } from './app/screens'

/** The page until its scripts have loaded. */
export function splashHtml(): string {
  return renderToStaticMarkup(<Splash />)
}

/** The landing page as a visitor sees it first. */
export async function landingHtml(): Promise<string> {
  const { prelude } = await prerender(
    <Root>
      <App router={AtLanding} />
    </Root>,
    // In one piece: content that is streamed later needs inline scripts, which the content security policy blocks.
    { progressiveChunkSize: Number.POSITIVE_INFINITY } as Parameters<typeof prerender>[1],
  )
  return new Response(prelude).text()
}

function AtLanding({ children }: { children: ReactNode }) {
  return <StaticRouter location="/">{children}</StaticRouter>
}
