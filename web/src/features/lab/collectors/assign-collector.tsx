import type { BookingView } from '@jaanch/contracts/http/booking-view'
import { type FormEvent, useState } from 'react'
import { CollectorChoice } from '@/components/collector-choice'
import { doWithEach } from '@/components/staff-bookings/selection-bar'
import { useDialogCommand } from '@/components/use-command'
import { assignCollector, useCollectors } from '@/lib/resources/collectors'
import { FormDialog } from '@/ui/form-dialog'
import { collectors as texts } from './texts'
import { onePerVisit } from './visits-of'

type AssignCollectorProps = { bookings: readonly BookingView[]; onDone?: () => void; onClose: () => void }

/** Gives the visits of these bookings to one collector, or takes them back. */
export function AssignCollector({ bookings, onDone, onClose }: AssignCollectorProps) {
  const { rows, loading } = useCollectors()
  const visits = onePerVisit(bookings)
  const [chosen, setChosen] = useState(visits[0]?.collectorId ?? '')
  const nameOf = (id: string) => rows.find((each) => each.id === id)?.name ?? texts.nobody
  const { run, busy } = useDialogCommand({
    send: () =>
      doWithEach(
        visits,
        ({ id }) => assignCollector(id, chosen || null),
        (count) => texts.assigned(count, nameOf(chosen)),
      ),
    done() {
      onDone?.()
      onClose()
    },
    failed: texts.failed,
  })
  return (
    <FormDialog
      title={visits.length > 1 ? texts.assignMany(visits.length) : texts.assignTitle}
      description={rows.length === 1 ? texts.none : undefined}
      submitLabel={texts.submit}
      isSubmitting={busy}
      disabled={loading || visits.every(({ collectorId }) => (collectorId ?? '') === chosen)}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
      }}
      onClose={onClose}
    >
      <CollectorChoice
        label={texts.assign}
        collectors={loading ? undefined : rows}
        nobody={texts.nobody}
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
