import type { Hl7Accepted } from '@jaanch/contracts/http/interoperability'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { numberText } from '@/components/booking/texts'
import { bookingPathFor } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Card } from '@/ui/card'
import { linesOf } from './lines'
import { accepted as texts } from './texts'

/** That a message was taken, and the answer for the system that made it. */
export function AcceptedCard({ report, ack, onAnother }: Hl7Accepted & { onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { booking, version, isDraft = false } = report
  return (
    <Card className="grid grid-cols-1 gap-4 p-5">
      <div className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-success-soft text-success">
          <CircleCheck className="size-5" aria-hidden />
        </span>
        <div className="min-w-0">
          <h2 ref={heading} tabIndex={-1} className="font-semibold text-base outline-none">
            {texts.title}
          </h2>
          <p className="text-ink-soft">{texts.text(numberText(booking), version, isDraft)}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button className="max-sm:w-full" onClick={onAnother}>
          {texts.another}
        </Button>
        <ButtonLink
          to={bookingPathFor('lab-partner', booking.id)}
          variant="outline"
          className="max-sm:w-full"
        >
          {texts.open}
        </ButtonLink>
      </div>
      <details className="text-sm">
        <summary className="w-fit cursor-pointer rounded-lg py-3 text-ink-soft hover:text-ink">
          {texts.ack}
        </summary>
        <pre className="overflow-x-auto rounded-lg bg-sunken px-3 py-2 font-mono text-xs">
          {linesOf(ack).join('\n').trim()}
        </pre>
      </details>
    </Card>
  )
}
