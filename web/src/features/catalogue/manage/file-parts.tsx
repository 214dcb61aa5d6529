import { catalogueFileLimit, catalogueFileTexts } from '@jaanch/catalogue/api'
import { RefreshCw } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useCommand } from '@/components/use-command'
import { Button } from '@/ui/button'
import { FileDrop } from '@/ui/file-drop'
import { Cell, Row, RowTable } from '@/ui/row-table'
import { toast } from '@/ui/toast-store'
import { type CataloguePreview, readForSending, type SentFile } from './calls'
import { conflictTexts, fileChoiceTexts, problemsTexts } from './texts'

type FileChoiceProps = {
  label: string
  accepted: string
  /** Endings and types, as of an input */
  accept: string
  onFile: (file: SentFile) => void
}

/** Takes a spreadsheet and reads it. One that is too large or empty is refused here. */
export function FileChoice({ label, accepted, accept, onFile }: FileChoiceProps) {
  const { run } = useCommand({
    send: readForSending,
    done: onFile,
    failed: fileChoiceTexts.refused,
    fallback: fileChoiceTexts.unreadable,
    isRepeatable: false,
  })

  function take(file: File) {
    if (file.size > catalogueFileLimit) toast.error(fileChoiceTexts.refused, catalogueFileTexts.tooLarge)
    else if (file.size === 0) toast.error(fileChoiceTexts.refused, fileChoiceTexts.empty)
    else void run(file)
  }

  return (
    <FileDrop
      label={label}
      choose={fileChoiceTexts.choose}
      orDrop={fileChoiceTexts.orDrop}
      accepted={accepted}
      accept={accept}
      onPick={take}
    />
  )
}

type ProblemTableProps = {
  problems: CataloguePreview['problems']
  /** How many there are, more than are listed */
  count: number
}

/** Lists the errors in a file, each at its cell. */
export function ProblemTable({ problems, count }: ProblemTableProps) {
  return (
    <>
      <RowTable label={problemsTexts.label} heads={Object.values(problemsTexts.heads)}>
        {problems.map(({ sheet, cell, text }, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two can be the same, and they never change
          <Row key={n}>
            <Cell label={problemsTexts.heads.sheet} className="whitespace-nowrap">
              {sheet}
            </Cell>
            <Cell label={problemsTexts.heads.cell} className="whitespace-nowrap font-semibold tabular-nums">
              {cell ?? problemsTexts.wholeSheet}
            </Cell>
            <Cell>{text}</Cell>
          </Row>
        ))}
      </RowTable>
      {count > problems.length && (
        <p className="mt-2 text-ink-soft text-xs tabular-nums">
          {problemsTexts.shown(problems.length, count)}
        </p>
      )}
    </>
  )
}

type ConflictNoteProps = {
  /** Says what is so, and what a new check does */
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
        <span className="font-semibold">{conflictTexts.title}</span> {text}
      </p>
      <Button variant="outline" loading={busy} onClick={onAgain} className="max-sm:w-full">
        {!busy && <RefreshCw aria-hidden />}
        {label}
      </Button>
    </div>
  )
}
