import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { buttonVariants } from '@/ui/button'
import { SyncBar } from './sync-bar'
import { page as texts } from './texts'
import type { RoundControl } from './use-round'

type RoundFrameProps = {
  title: string
  lead: ReactNode
  round: RoundControl
  /** Beside the title */
  menu?: ReactNode
  /** Where the arrow leads; without it there is none */
  back?: string
  /** Below the header, across the page */
  bar?: ReactNode
  children: ReactNode
}

/** The frame of all views of the round: its header stays on the screen, the thumb's buttons are below. */
export function RoundFrame({ title, lead, round, menu, back, bar, children }: RoundFrameProps) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col">
      <header className="sticky top-0 z-20 border-b bg-surface px-4 pt-2 pb-2.5">
        <div className="flex min-h-12 items-center gap-2">
          {back !== undefined && (
            <Link
              to={back}
              aria-label={texts.back}
              className={buttonVariants({ variant: 'ghost', className: '-ml-3 size-12 px-0 text-base' })}
            >
              <ArrowLeft aria-hidden />
            </Link>
          )}
          <div className="min-w-0 grow">
            <h1 className="truncate font-semibold text-base">{title}</h1>
            <p className="truncate text-ink-soft text-xs">{lead}</p>
          </div>
          <div className="[&>button]:size-12">{menu}</div>
        </div>
        <SyncBar waiting={round.waiting} refused={round.refused.length} />
        {bar}
      </header>
      <main className="grid grow content-start gap-4 px-4 pt-4 pb-8">{children}</main>
    </div>
  )
}
