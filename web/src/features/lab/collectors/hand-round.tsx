import { istDate } from '@jaanch/contracts/calendar'
import { type FormEvent, useState } from 'react'
import { doWithEach } from '@/components/staff-bookings/selection-bar'
import { useDialogCommand } from '@/components/use-command'
import { assignCollector, bookingsOf, useCollectors } from '@/lib/resources/collectors'
import { FormDialog } from '@/ui/form-dialog'
import { RadioCards } from '@/ui/radio-cards'
import { Skeleton } from '@/ui/skeleton'
import { toast } from '@/ui/toast-store'
import { collectors as texts } from './texts'
import { isLeft, onePerVisit } from './visits-of'

/** Gives what a collector has left of today to another one. */
export function HandRound({ onClose }: { onClose: () => void }) {
  const { rows, loading } = useCollectors()
  const [from, setFrom] = useState('')
  const [to, setTo] = useState('')
  const nameOf = (id: string) => rows.find((each) => each.id === id)?.name ?? ''
  const { run, busy } = useDialogCommand({
    async send() {
      const visits = onePerVisit(await bookingsOf(from, istDate(new Date()))).filter(isLeft)
      if (visits.length === 0) return toast.info(texts.nothing, texts.nothingText(nameOf(from)))
      await doWithEach(
        visits,
        ({ id }) => assignCollector(id, to),
        (count) => texts.assigned(count, nameOf(to)),
      )
    },
    done: onClose,
    failed: texts.failed,
  })
  const options = rows.map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FormDialog
      title={texts.handTitle}
      description={rows.length === 1 ? texts.none : texts.handText}
      submitLabel={texts.handSubmit}
      isSubmitting={busy}
      disabled={from === '' || to === '' || from === to}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void run()
      }}
      onClose={onClose}
    >
      {loading ? (
        <Skeleton className="h-60 w-full" />
      ) : (
        [
          { label: texts.from, value: from, onChange: setFrom },
          { label: texts.to, value: to, onChange: setTo },
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
