import { RefreshCw } from 'lucide-react'
import { Button } from '@/ui/button'
import { conflict as texts } from './texts'

type ConflictNoteProps = {
  /** What is so, and what a new look does */
  text: string
  label: string
  busy?: boolean
  onAgain: () => void
}

/** Says that somebody else changed the catalogue since it was looked at, and offers to look again. */
export function ConflictNote({ text, label, busy = false, onAgain }: ConflictNoteProps) {
  return (
    <div
      role="alert"
      className="mb-4 flex flex-wrap items-center justify-between gap-3 rounded-lg bg-accent-soft p-3.5 text-accent-ink"
    >
      <p className="min-w-0 grow basis-56">
        <span className="font-semibold">{texts.title}</span> {text}
      </p>
      <Button variant="outline" loading={busy} onClick={onAgain} className="max-sm:w-full">
        {!busy && <RefreshCw aria-hidden />}
        {label}
      </Button>
    </div>
  )
}
