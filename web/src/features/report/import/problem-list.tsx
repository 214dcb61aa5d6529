import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import type { Hl7Problem } from '@jaanch/report/hl7/api'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { countedText } from '@/lib/format/text'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Named } from '@/ui/named'
import { Panel } from '@/ui/panel'

const texts = {
  title: (count: number) => countedText(count, 'problem'),
  lead: 'Nothing was stored. Correct the lines in your lab system or here, and send the message again.',
  whole: 'The whole message',
  line: (number: number) => `Line ${number}`,
  show: 'Show',
  confirm: { person: 'It is the same person: submit', results: 'All of this is right: submit' },
  hint: {
    person: 'Only if you have checked the order number and the patient. The confirmation is recorded.',
    results: 'Only if you have checked the sample and the values. The confirmation is recorded.',
  },
}

/** @returns the segments of a message, as the server numbers them */
export function linesOf(message: string): string[] {
  return message.split(/\r\n|\r|\n/)
}

/** @param text lines that end with LF @param line from 1 @returns start and end of the line */
export function placeOfLine(text: string, line: number): [from: number, to: number] {
  const lines = linesOf(text)
  const from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0)
  return [from, from + (lines[line - 1]?.length ?? 0)]
}

type ProblemListProps = {
  lines: readonly string[]
  problems: readonly Hl7Problem[]
  /** The part that can be right all the same */
  questions: readonly Question[]
  busy: boolean
  /** Shows a line in the field, from 1 */
  onShow: (line: number) => void
  /** Undefined if the message was changed since */
  onConfirm: ((codes: QuestionCode[]) => void) | undefined
}

/** The errors in a message, line by line. */
export function ProblemList({ lines, problems, questions, busy, onShow, onConfirm }: ProblemListProps) {
  const start = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown
  useEffect(() => start.current?.focus(), [problems])
  const doubted = questions.every(({ code }) => code === 'subject') ? 'person' : 'results'
  return (
    <Panel title={texts.title(problems.length)}>
      <div ref={start} tabIndex={-1} className="outline-none">
        <p className="px-4 pt-4 text-ink-soft sm:px-5">{texts.lead}</p>
        <ol className="grid grid-cols-1 divide-y">
          {[...Map.groupBy(problems, ({ segment }) => segment)].map(([segment, own]) => (
            <li key={segment} className="grid grid-cols-1 gap-2.5 px-4 py-4 sm:px-5">
              <div className="flex items-center justify-between gap-3">
                <h3 className="font-semibold text-sm tabular-nums">
                  {segment === 0 ? texts.whole : texts.line(segment)}
                </h3>
                {segment > 0 && (
                  <Button variant="ghost" size="sm" onClick={() => onShow(segment)}>
                    <Named of={texts.line(segment)}>{texts.show}</Named>
                  </Button>
                )}
              </div>
              {segment > 0 && (
                <p className="break-all rounded-lg bg-sunken px-3 py-2 font-mono text-xs">
                  {lines[segment - 1]}
                </p>
              )}
              <ul className="grid grid-cols-1 gap-2">
                {own.map(({ field, text }) => (
                  <li key={`${field}${text}`} className="flex items-start gap-2.5 text-sm">
                    <CircleAlert className="mt-0.5 size-4 shrink-0 text-error" aria-hidden />
                    <span className="min-w-0">
                      {field && (
                        <Badge variant="error" className="mr-2">
                          {field}
                        </Badge>
                      )}
                      {text}
                    </span>
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
        {questions.length > 0 && onConfirm && (
          <div className="grid grid-cols-1 justify-items-start gap-2 border-t px-4 py-4 sm:px-5">
            <Button
              variant="outline"
              loading={busy}
              className="max-sm:w-full"
              onClick={() => onConfirm(questions.map(({ code }) => code))}
            >
              {texts.confirm[doubted]}
            </Button>
            <p className="text-ink-soft text-xs">{texts.hint[doubted]}</p>
          </div>
        )}
      </div>
    </Panel>
  )
}
