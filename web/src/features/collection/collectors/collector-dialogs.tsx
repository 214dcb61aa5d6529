import type { BookingView } from '@jaanch/booking/booking-view'
import { istDate } from '@jaanch/contracts/calendar'
import { useState } from 'react'
import { useDialogCommand } from '@/components/use-command'
import { doWithEach } from '@/features/booking/staff-bookings/selection-bar'
import { FormDialog } from '@/ui/form-dialog'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { assignCollector, bookingsOf, useCollectors } from './calls'
import * as texts from './texts'

type AssignCollectorProps = { bookings: readonly BookingView[]; onDone?: () => void; onClose: () => void }

/** Gives the visits of these bookings to one collector, or takes them back. */
export function AssignCollector({ bookings, onDone, onClose }: AssignCollectorProps) {
  const { rows, loading } = useCollectors()
  const visits = onePerVisit(bookings)
  const [chosen, setChosen] = useState(visits[0]?.collectorId ?? '')
  const nameOf = (id: string) => rows.find((each) => each.id === id)?.name ?? texts.collectors.nobody
  const { run, busy } = useDialogCommand({
    send: () =>
      doWithEach(
        visits,
        ({ id }) => assignCollector(id, chosen || null),
        (count) => texts.collectors.assigned(count, nameOf(chosen)),
      ),
    done() {
      onDone?.()
      onClose()
    },
    failed: texts.collectors.failed,
  })
  return (
    <FormDialog
      title={visits.length > 1 ? texts.collectors.assignMany(visits.length) : texts.collectors.assignTitle}
      description={rows.length === 1 ? texts.collectors.none : undefined}
      submitLabel={texts.collectors.submit}
      isSubmitting={busy}
      disabled={loading || visits.every(({ collectorId }) => (collectorId ?? '') === chosen)}
      onSubmit={() => run()}
      onClose={onClose}
    >
      <CollectorChoice
        label={texts.collectors.assign}
        collectors={loading ? undefined : rows}
        nobody={texts.collectors.nobody}
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}

/** Gives what a collector has left of today to another one. */
export function HandRound({ onClose }: { onClose: () => void }) {
  const { rows, loading } = useCollectors()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const nameOf = (id: string) => rows.find((each) => each.id === id)?.name ?? ''
  const { run, busy } = useDialogCommand({
    async send() {
      const visits = onePerVisit(await bookingsOf(from, istDate(new Date()))).filter(isLeft)
      if (visits.length === 0)
        return toast.info(texts.collectors.nothing, texts.collectors.nothingText(nameOf(from)))
      await doWithEach(
        visits,
        ({ id }) => assignCollector(id, to),
        (count) => texts.collectors.assigned(count, nameOf(to)),
      )
    },
    done: onClose,
    failed: texts.collectors.failed,
  })
  const options = rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      title={texts.collectors.handTitle}
      description={rows.length === 1 ? texts.collectors.none : texts.collectors.handText}
      submitLabel={texts.collectors.handSubmit}
      isSubmitting={busy}
      disabled={from === '' || to === '' || from === to}
      onSubmit={() => run()}
      onClose={onClose}
    >
      {loading ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        [
          { label: texts.collectors.from, value: from, onChange: setFrom },
          { label: texts.collectors.to, value: to, onChange: setTo },
        ].map((group) => (
          <div key={group.label} className="grid gap-1.5">
            <p className="font-medium">{group.label}</p>
            <RadioCards
              {...group}
              options={options}
              className="gap-2"
              compact
              itemClassName="justify-start px-3.5"
            />
          </div>
        ))
      )}
    </FormDialog>
  )
}

/** @returns of each visit one booking: a command for it is for all of its people at the same step */
function onePerVisit(bookings: readonly BookingView[]): BookingView[] {
  const seen = new Set<string>()
  return bookings.filter(({ id, visitId, status, collectorId }) => {
    const key = `${visitId ?? id} ${status} ${collectorId}`
    if (seen.has(key) || status === 'cancelled' || status === 'completed') return false
    seen.add(key)
    return true
  })
}

/** @returns whether nothing was drawn and nothing decided: another collector can make the visit */
function isLeft({ status, samples }: BookingView): boolean {
  return (status === 'pending' || status === 'confirmed') && !samples?.drawn && !samples?.outcome
}

type CollectorChoiceProps = {
  label: string
  /** undefined while they load */
  collectors: readonly { id: string; name: string }[] | undefined
  /** The label of the choice of no collector; its value is '' */
  nobody: string
  value: string
  onChange: (id: string) => void
}

/** Chooses one of the lab's collectors, or nobody yet. */
export function CollectorChoice({ label, collectors, nobody, value, onChange }: CollectorChoiceProps) {
  if (!collectors) return <Skeleton className="h-40 w-full" />
  return (
    <RadioCards
      label={label}
      value={value}
      onChange={onChange}
      options={[...collectors, { id: '', name: nobody }].map(({ id, name }) => ({ value: id, label: name }))}
      className="gap-2"
    />
  )
}
