import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
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
  const note = useRef<HTMLDivElement>(null)
  // the button that was pressed may be far below
  useEffect(() => note.current?.scrollIntoView({ block: 'center' }), [])
  return (
    <div
      ref={note}
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
