import { CircleAlert } from 'lucide-react'
import { clockText } from '@/lib/format/dates'
import { Button } from '@/ui/button'
import { refusals as texts } from './texts'
import type { RoundControl } from './use-round'

type RefusalsProps = {
  round: RoundControl
  /** Only those of these bookings */
  of?: readonly string[]
}

/** What the server did not accept: what it was, why, and what to do now. Each stays until it was read. */
export function Refusals({ round: { refused, dismiss }, of }: RefusalsProps) {
  const shown = of ? refused.filter(({ subject }) => of.includes(subject)) : refused
  if (shown.length === 0) return null
  return (
    <ul className="grid gap-3" aria-label={texts.title}>
      {shown.map(({ key, about, path, body, at, refusal }) => (
        <li key={key} className="rounded-xl border border-error/40 bg-error-soft p-4">
          <p className="flex items-center gap-2 font-semibold text-error">
            <CircleAlert className="size-5 shrink-0" aria-hidden />
            {texts.title}: {nameOfCommand(path, body)}
          </p>
          <p className="mt-1 text-ink-soft text-xs">
            {about || texts.gone}. {texts.at(clockText(new Date(at)))}
          </p>
          <p className="mt-2">{refusal?.text}</p>
          <p className="font-semibold">{texts.toDo[refusal?.code ?? ''] ?? texts.default}</p>
          <Button variant="outline" size="lg" className="mt-3 w-full" onClick={() => void dismiss(key)}>
            {texts.read}
          </Button>
        </li>
      ))}
    </ul>
  )
}

function nameOfCommand(path: string, body: unknown): string {
  const type = path.endsWith('/payment') ? 'payment' : (body as { command: { type: string } }).command.type
  return texts.commands[type] ?? type
}
