import type { CollectionOutcome } from '@jaanch/contracts/vocabulary'
import { ArrowLeft, CircleAlert, CloudCheck, CloudOff, CloudUpload, MapPin, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '@/lib/class-names'
import { clockText } from '@/lib/format/dates'
import { useIsReachable } from '@/lib/http/network'
import { Button, buttonVariants } from '@/ui/button'
import type { Visit } from './local-round'
import * as texts from './texts'
import type { RoundControl } from './use-round'

type Unable = {
  /** A booking id, or 'all' */
  unable: string
  why?: CollectionOutcome
}

/** @param unable asks why nothing is drawn from these people @returns the address of a visit, see `RoundPage` */
export function visitPath({ id }: Visit, unable?: Unable): string {
  return `?${new URLSearchParams({ visit: id, ...unable })}`
}

type RoundFrameProps = {
  title: string
  lead: ReactNode
  round: RoundControl
  /** Beside the title */
  menu?: ReactNode
  /** The address to which the arrow leads; without it there is none */
  back?: string
  /** Below the header, across the page */
  bar?: ReactNode
  children: ReactNode
}

/** The frame of all views of the round: its header stays on the screen, the buttons for the thumb are below. */
export function RoundFrame({ title, lead, round, menu, back, bar, children }: RoundFrameProps) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-xl flex-col">
      <header className="sticky top-0 z-20 border-b bg-surface px-4 pt-2 pb-2.5">
        <div className="flex min-h-12 items-center gap-2">
          {back !== undefined && (
            <Link
              to={back}
              aria-label={texts.page.back}
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

/** Shows on each view of the round how much the server does not know yet, and whether there is a network. */
function SyncBar({ waiting, refused }: { waiting: number; refused: number }) {
  const isReachable = useIsReachable()
  const Icon = !isReachable ? CloudOff : waiting > 0 ? CloudUpload : CloudCheck
  const parts = [
    !isReachable && texts.sync.offline,
    waiting > 0 ? texts.sync.waiting(waiting) : isReachable && texts.sync.sent,
  ].filter(Boolean)
  return (
    <p role="status" className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold text-xs">
      <span
        className={cn(
          'flex items-center gap-1.5',
          waiting > 0 || !isReachable ? 'text-accent-ink' : 'text-success',
        )}
      >
        <Icon className="size-4 shrink-0" aria-hidden />
        {parts.join(' · ')}
      </span>
      {refused > 0 && (
        <span className="flex items-center gap-1.5 text-error">
          <CircleAlert className="size-4 shrink-0" aria-hidden />
          {texts.sync.refused(refused)}
        </span>
      )}
    </p>
  )
}

/** Call and directions, side by side, as far as the visit has them. */
export function ContactButtons({ visit, className }: { visit: Visit; className?: string }) {
  const { contactNumber, mapUrl } = visit
  if (!contactNumber && !mapUrl) return null
  const style = buttonVariants({ variant: 'soft', size: 'lg', className: 'grow px-3 text-sm' })
  return (
    <div className={cn('flex gap-2', className)}>
      {contactNumber && (
        <a href={`tel:${contactNumber}`} className={style}>
          <Phone aria-hidden />
          {texts.visit.call}
        </a>
      )}
      {mapUrl && (
        <a href={mapUrl} target="_blank" rel="noreferrer" className={style}>
          <MapPin aria-hidden />
          {texts.visit.directions}
        </a>
      )}
    </div>
  )
}

type RefusalsProps = {
  round: RoundControl
  /** Only those of these bookings */
  of?: readonly string[]
}

/** Lists the commands that the server did not accept, with the reason and what to do now. Each entry stays until it was read. */
export function Refusals({ round: { refused, dismiss }, of }: RefusalsProps) {
  const shown = of ? refused.filter(({ subject }) => of.includes(subject)) : refused
  if (shown.length === 0) return null
  return (
    <ul className="grid gap-3" aria-label={texts.refusals.title}>
      {shown.map(({ key, about, path, body, at, refusal }) => (
        <li key={key} className="rounded-xl border border-error/40 bg-error-soft p-4">
          <p className="flex items-center gap-2 font-semibold text-error">
            <CircleAlert className="size-5 shrink-0" aria-hidden />
            {texts.refusals.title}: {nameOfCommand(path, body)}
          </p>
          <p className="mt-1 text-ink-soft text-xs">
            {about || texts.refusals.gone}. {texts.refusals.at(clockText(new Date(at)))}
          </p>
          <p className="mt-2">{refusal?.text}</p>
          <p className="font-semibold">
            {texts.refusals.toDo[refusal?.code ?? ''] ?? texts.refusals.default}
          </p>
          <Button variant="outline" size="lg" className="mt-3 w-full" onClick={() => void dismiss(key)}>
            {texts.refusals.read}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function nameOfCommand(path: string, body: unknown): string {
  const type = path.endsWith('/payment') ? 'payment' : (body as { command: { type: string } }).command.type
  return texts.refusals.commands[type] ?? type
}
