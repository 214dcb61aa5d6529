import type { Question, QuestionCode } from '@jaanch/contracts/http/questions'
import type { Hl7Accepted, Hl7Problem } from '@jaanch/report/hl7/api'
import { hl7BodyLimit } from '@jaanch/report/hl7/rules'
import { CircleCheck, FileUp, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { numberText } from '@/components/booking/texts'
import { useCommand } from '@/components/use-command'
import { live } from '@/lib/cache/live-cache'
import { followsOf, listedProblems, questionsOf } from '@/lib/http/api-error'
import { call } from '@/lib/http/call'
import { bookingChange } from '@/lib/live/change'
import { bookingPathFor } from '@/lib/paths'
import { Button, ButtonLink, buttonVariants } from '@/ui/button'
import { Card } from '@/ui/card'
import { Field } from '@/ui/field'
import { IconSpot } from '@/ui/icon-spot'
import { Textarea } from '@/ui/input'
import { PageHeading } from '@/ui/page-heading'
import { toast } from '@/ui/toast-store'
import { linesOf, ProblemList, placeOfLine } from './problem-list'

const texts = {
  heading: {
    title: 'Import results',
    description:
      'An HL7 v2 message (ORU^R01) from your lab system. It is checked as a whole: nothing is stored until every line is right.',
  },
  message: 'Message',
  hint: 'Paste the whole message with the line end after its last line, or choose its file. The order number JN-… is the placer order number (OBR-2).',
  placeholder: 'MSH|^~\\&|LABSYS|…',
  choose: 'Choose a file',
  submit: 'Check and submit',
  failed: 'The message could not be sent',
  tooLarge: ['The file is too large', 'A message has at most 256 kB.'],
} as const

const acceptedTexts = {
  title: 'Results submitted',
  text: (order: string, version: number, isDraft: boolean) => {
    if (isDraft) return `${order}: the report waits for a pathologist of your lab, who signs it.`
    return version > 1
      ? `${order}: they are in the report, as version ${version}.`
      : `${order}: the report is being made.`
  },
  open: 'Open the booking',
  another: 'Import another message',
  ack: 'Acknowledgement for your lab system',
}

/** A message that was refused, as it was sent. */
type Refused = {
  message: string
  confirmed: readonly QuestionCode[]
  problems: readonly Hl7Problem[]
  questions: readonly Question[]
  follows: string | null
}

/** Results from a lab's own system: a message is pasted or chosen, checked line by line, and submitted. */
export function ImportPage() {
  const [message, setMessage] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const [accepted, setAccepted] = useState<Hl7Accepted>()
  const textarea = useRef<HTMLTextAreaElement>(null)

  const { run, busy } = useCommand({
    send: (confirmed: readonly QuestionCode[]) => sendHl7(message, confirmed, refused?.follows),
    done(answer) {
      setRefused(undefined)
      setAccepted(answer)
    },
    failed: texts.failed,
    onFailure(error, confirmed) {
      const problems = listedProblems<Hl7Problem>(error)
      const questions = questionsOf(error) ?? []
      if (problems) setRefused({ message, confirmed, problems, questions, follows: followsOf(error) })
      return problems !== undefined
    },
  })

  function change(text: string) {
    setMessage(text)
    setAccepted(undefined)
  }

  async function take(file: File) {
    if (file.size > hl7BodyLimit) return toast.error(...texts.tooLarge)
    change(await file.text())
    setRefused(undefined)
  }

  /** Selects a line of the message, so that it can be corrected. */
  function show(line: number) {
    const field = textarea.current
    if (!field) return
    const [from, to] = placeOfLine(field.value, line)
    field.focus()
    field.setSelectionRange(from, to)
    field.scrollTop = (line - 2) * (field.scrollHeight / Math.max(1, linesOf(field.value).length))
  }

  if (accepted) {
    return (
      <>
        <PageHeading {...texts.heading} />
        <AcceptedCard {...accepted} onAnother={() => change('')} />
      </>
    )
  }
  return (
    <>
      <PageHeading {...texts.heading} />
      <div className="grid grid-cols-1 items-start gap-5">
        <Card className="grid grid-cols-1 gap-4 p-5">
          <Field label={texts.message} hint={texts.hint}>
            <Textarea
              ref={textarea}
              value={message}
              rows={10}
              wrap="off"
              spellCheck={false}
              autoComplete="off"
              placeholder={texts.placeholder}
              className="overflow-x-auto font-mono sm:text-xs"
              onChange={({ target }) => change(target.value)}
            />
          </Field>
          <div className="flex flex-wrap gap-3">
            <Button
              icon={Send}
              loading={busy}
              disabled={message.trim() === ''}
              className="max-sm:w-full"
              onClick={() => void run([])}
            >
              {texts.submit}
            </Button>
            <FileChoice onPick={(file) => void take(file)} />
          </div>
        </Card>
        {refused && (
          <ProblemList
            lines={linesOf(refused.message)}
            problems={refused.problems}
            questions={refused.questions}
            busy={busy}
            onShow={show}
            onConfirm={
              message === refused.message ? (codes) => void run([...refused.confirmed, ...codes]) : undefined
            }
          />
        )}
      </div>
    </>
  )
}

function FileChoice({ onPick }: { onPick: (file: File) => void }) {
  return (
    <label
      className={`${buttonVariants({ variant: 'outline' })} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-ring has-focus-visible:outline-offset-2 max-sm:w-full`}
    >
      <FileUp aria-hidden />
      {texts.choose}
      <input
        type="file"
        accept=".hl7,.txt,.oru,text/plain"
        className="sr-only"
        onChange={({ target }) => {
          const file = target.files?.[0]
          // emptied, so that the same file can be chosen again
          target.value = ''
          if (file) onPick(file)
        }}
      />
    </label>
  )
}

/** Says that a message was taken, and has the answer for the system that made it. */
function AcceptedCard({ report, ack, onAnother }: Hl7Accepted & { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { booking, version, isDraft = false } = report
  return (
    <Card className="grid grid-cols-1 gap-4 p-5">
      <div className="flex items-start gap-3">
        <IconSpot
          icon={CircleCheck}
          className="size-10 shrink-0 rounded-full bg-success-soft text-success [&_svg]:size-5"
        />
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
            {acceptedTexts.title}
          </h2>
          <p className="text-ink-soft">{acceptedTexts.text(numberText(booking), version, isDraft)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button className="max-sm:w-full" onClick={onAnother}>
          {acceptedTexts.another}
        </Button>
        <ButtonLink
          to={bookingPathFor('lab-partner', booking.id)}
          variant="outline"
          className="max-sm:w-full"
        >
          {acceptedTexts.open}
        </ButtonLink>
      </div>
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded-lg py-3 text-ink-soft hover:text-ink">
          {acceptedTexts.ack}
        </summary>
        <pre className="overflow-x-auto rounded-lg bg-sunken px-3 py-2 font-mono text-xs">
          {linesOf(ack).join('\n').trim()}
        </pre>
      </details>
    </Card>
  )
}

/**
 * Submits results as an HL7 v2 message. The message has a control id, by which it is taken once: it may be sent again.
 * @param confirmed the codes of the questions whose answer is yes
 * @param follows the report that they were about
 */
async function sendHl7(
  message: string,
  confirmed: readonly QuestionCode[],
  follows?: string | null,
): Promise<Hl7Accepted> {
  const query = { ...(confirmed.length > 0 && { confirm: confirmed.join(','), ...(follows && { follows }) }) }
  const accepted = await call('POST', '/api/lab/hl7', { query, body: { message } })
  live.applyLocalWrite(bookingChange(accepted.report.booking))
  return accepted
}
