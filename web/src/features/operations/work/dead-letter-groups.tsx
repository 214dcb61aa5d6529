import type { DeadLetterGroupView } from '@jaanch/contracts/http/operations/work'
import { channels } from '@jaanch/contracts/notification-kinds'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { useCommand } from '@/components/use-command'
import { instantText } from '@/lib/format/dates'
import { retryDeadLetters, useDeadLetterGroups } from '@/lib/resources/operations/work'
import { useMay } from '@/lib/session/staff'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { Card } from '@/ui/card'
import { ConfirmButton } from '@/ui/confirm-button'
import { EmptyState } from '@/ui/empty-state'
import { SkeletonList } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { useFollow } from '../use-follow'
import { DeadLetters } from './dead-letters'
import { SkipAllDialog } from './skip-all-dialog'
import { letters as lettersTexts, skipAll as skipAllTexts, retryAll as texts } from './texts'

export function DeadLetterGroups() {
  const { data, loading, mutate } = useDeadLetterGroups()
  const refetch = () => void mutate()
  useFollow(refetch)
  if (loading) return <SkeletonList count={1} itemClassName="h-32" className="grid" />
  if (!data) return <p className="text-ink-soft">{lettersTexts.unavailable}</p>
  if (data.groups.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title={lettersTexts.none}>
        {lettersTexts.noneText}
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="grid grid-cols-1 gap-3">
        {data.groups.map((group) => (
          <li key={`${group.consumer} ${group.reason}`}>
            <Group group={group} onChange={refetch} />
          </li>
        ))}
      </ul>
      {data.isMore && <p className="mt-3 text-ink-soft">{lettersTexts.areMore}</p>}
    </>
  )
}

function Group({ group, onChange }: { group: DeadLetterGroupView; onChange: () => void }) {
  const { consumer, reason, count, firstAt, lastAt } = group
  const [isOpen, setIsOpen] = useState(false)
  const [isSkipping, setIsSkipping] = useState(false)
  const channel = channels.find((one) => one === consumer)
  const what = lettersTexts.count(count)
  const mayChange = useMay('operator')

  const { run, busy } = useCommand({
    send: () => retryDeadLetters(consumer, reason),
    done(retried) {
      toast.success(texts.succeeded(retried), `${consumer}: ${reason}`)
      onChange()
    },
    failed: texts.failed,
    onFailure: onChange,
  })

  return (
    <Card className="min-w-0 p-4 sm:p-5">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-72">
          <p className="flex flex-wrap items-center gap-2">
            <Badge variant="error">{what}</Badge>
            <span className="font-semibold">{consumer}</span>
          </p>
          <h3 className="mt-2 font-mono text-sm [overflow-wrap:anywhere]">
            {reason || lettersTexts.noReason}
          </h3>
          <p className="mt-1 text-ink-soft text-xs tabular-nums">
            {lettersTexts.period(instantText(firstAt), instantText(lastAt))}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="outline" size="sm" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? lettersTexts.hide : lettersTexts.show}
            <span className="sr-only"> {lettersTexts.of(consumer)}</span>
          </Button>
          {mayChange && (
            <ConfirmButton size="sm" {...texts.question(what, consumer)} loading={busy} onConfirm={run}>
              {texts.label}
            </ConfirmButton>
          )}
          {mayChange && channel && (
            <Button variant="ghost" size="sm" onClick={() => setIsSkipping(true)}>
              {skipAllTexts.label}
              <span className="sr-only"> {lettersTexts.of(consumer)}</span>
            </Button>
          )}
        </div>
      </div>
      {channel && isSkipping && (
        <SkipAllDialog
          channel={channel}
          error={reason}
          count={count}
          onClose={() => setIsSkipping(false)}
          onDone={onChange}
        />
      )}
      {isOpen && <DeadLetters consumer={consumer} reason={reason} onChange={onChange} />}
    </Card>
  )
}
