import { BookOpen, CircleCheck, CircleDashed, CircleStop } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { cn } from '@/lib/class-names'
import { dateText } from '@/lib/format/dates'
import { acceptInterval, type IntervalsOfParameter, type IntervalView } from '@/lib/resources/lab-intervals'
import { type BadgeStyle, StyledBadge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { lazyDialog } from '@/ui/lazy-part'
import { Named } from '@/ui/named'
import { Cell, Row } from '@/ui/row-table'
import { criticalText, type IntervalStatus, limitsText, statusOf, whoText } from './describe'
import {
  accept as acceptTexts,
  critical as criticalTexts,
  parameter as parameterTexts,
  row as texts,
} from './texts'

const EndDialog = lazyDialog(async () => (await import('./end-dialog')).EndDialog)

const badges: Record<IntervalStatus, BadgeStyle> = {
  catalogue: { label: texts.status.catalogue, variant: 'neutral', icon: BookOpen },
  offered: { label: texts.status.offered, variant: 'accent', icon: CircleDashed },
  own: { label: texts.status.own, variant: 'brand', icon: CircleCheck },
  ended: { label: texts.status.ended, variant: 'neutral', icon: CircleStop },
}

type IntervalRowProps = { interval: IntervalView; parameter: IntervalsOfParameter; mayChange: boolean }

/** An interval, or critical limits of the lab, which the lab accepts if it is offered, and ends if it is its own. */
export function IntervalRow({ interval, parameter, mayChange }: IntervalRowProps) {
  const [opened, setOpened] = useState<'accept' | 'end'>()
  const { heads } = parameterTexts
  const status = statusOf(interval)
  const who = whoText(interval)
  const isCritical = interval.kind === 'critical'
  const of = [parameter.name, isCritical && criticalTexts.limits, who].filter(Boolean).join(', ')
  const { run, busy } = useCommand({
    send: () => acceptInterval(interval.id),
    succeeded: [acceptTexts.succeeded, parameter.name],
    failed: acceptTexts.failed,
  })
  const isDim = status === 'ended' || status === 'offered'
  return (
    <Row className={cn(isDim && 'text-ink-soft')}>
      <Cell className="font-medium">{who}</Cell>
      <Cell label={isCritical ? criticalTexts.heads.limits : heads.interval} className="tabular-nums">
        {(isCritical ? criticalText : limitsText)(interval, parameter)}
      </Cell>
      {!isCritical && <Cell label={heads.method}>{interval.method ?? texts.anyMethod}</Cell>}
      <Cell className="text-ink-soft text-xs md:max-w-72">{interval.source}</Cell>
      <Cell>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <StyledBadge {...badges[status]} />
          {interval.isOwn && <span className="text-ink-soft text-xs">{validityText(interval)}</span>}
        </span>
      </Cell>
      {mayChange && (
        <Cell className="md:text-right">
          {status === 'offered' && (
            <Button variant="soft" size="sm" loading={busy} onClick={() => setOpened('accept')}>
              <Named of={of}>{texts.accept}</Named>
            </Button>
          )}
          {status === 'own' && (
            <Button variant="outline" size="sm" onClick={() => setOpened('end')}>
              <Named of={of}>{texts.end}</Named>
            </Button>
          )}
          {opened === 'accept' && (
            <OpenConfirmDialog
              {...acceptTexts.question(parameter.name, who)}
              variant="primary"
              onConfirm={() => run()}
              onClose={() => setOpened(undefined)}
            />
          )}
          {opened === 'end' && (
            <EndDialog interval={interval} name={parameter.name} onClose={() => setOpened(undefined)} />
          )}
        </Cell>
      )}
    </Row>
  )
}

function validityText({ validFrom, validTo }: IntervalView): string {
  const from = texts.begins(dateText(validFrom))
  return validTo === null ? from : `${from} ${texts.ends(dateText(validTo))}`
}
