import type { CustodyInput } from '@jaanch/collection/api'
import { type CollectionOutcome, collectionOutcomes } from '@jaanch/contracts/vocabulary'
import { type ReactNode, useState } from 'react'
import { collectionOutcomeTexts } from '@/components/custody/texts'
import { useDialogCommand } from '@/components/use-command'
import { useLabStaff } from '@/features/account/lab-staff/calls'
import { useBooking } from '@/features/booking/bookings-calls'
import { recordCustodyFor } from '@/features/collection/tubes/calls'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'

const texts = {
  title: 'Record for a collector',
  text: 'For what a phone cannot send any more. It is recorded as theirs, and as entered by you.',
  collector: 'Who made the visit?',
  what: 'What happened?',
  drawn: 'All tubes were drawn',
  at: 'When was it?',
  submit: 'Record',
  succeeded: 'Recorded',
  failed: 'Failed to record',
}

const drawn = 'drawn'

/** The steps at the door that a result stands for, in their order */
function stepsOf(what: string, tubes: number): CustodyInput[] {
  const outcome: CollectionOutcome | undefined = collectionOutcomes.find((one) => one === what)
  if (outcome) return [{ type: 'arrive' }, { type: 'fail', outcome }]
  return [
    { type: 'arrive' },
    { type: 'identify', method: 'name-and-birth-date', isConfirmed: true },
    { type: 'draw', tubes: Array.from({ length: tubes }, (_, n) => ({ number: n + 1 })) },
  ]
}

/** The server knows who had the visit at that time, and refuses all others. */
export function RecordForDialog({ bookingId, onClose }: { bookingId: string; onClose: () => void }) {
  const { data: booking } = useBooking(bookingId)
  const { data: staff = [] } = useLabStaff()
  const [chosen, setChosen] = useState('')
  const [what, setWhat] = useState<string>(drawn)
  const [at, setAt] = useState('')
  const collector = chosen || (booking?.collectorId ?? '')
  const tubes = booking?.custody?.tubes.length || booking?.tubeCount || 0
  const { run, busy } = useDialogCommand({
    send: () => recordCustodyFor(bookingId, collector, new Date(at), stepsOf(what, tubes)),
    succeeded: texts.succeeded,
    done: onClose,
    failed: texts.failed,
  })
  const results = [
    { value: drawn, label: texts.drawn },
    ...collectionOutcomes.map((value) => ({ value, label: collectionOutcomeTexts[value] })),
  ]
  return (
    <FormDialog
      title={texts.title}
      description={texts.text}
      submitLabel={texts.submit}
      isSubmitting={busy}
      disabled={collector === '' || at === '' || (what === drawn && tubes === 0)}
      onSubmit={() => run()}
      onClose={onClose}
    >
      <Question text={texts.collector}>
        <RadioCards
          label={texts.collector}
          value={collector}
          onChange={setChosen}
          options={staff.map(({ id, name }) => ({ value: id, label: name }))}
          className="gap-2"
        />
      </Question>
      <Question text={texts.what}>
        <RadioCards
          label={texts.what}
          value={what}
          onChange={setWhat}
          options={results}
          className="gap-2"
          compact
        />
      </Question>
      <Field label={texts.at}>
        <Input type="datetime-local" value={at} onChange={({ target }) => setAt(target.value)} />
      </Field>
    </FormDialog>
  )
}

/** The cards below have the same text as their label. */
function Question({ text, children }: { text: string; children: ReactNode }) {
  return (
    <div className="grid gap-2">
      <p aria-hidden className="font-medium text-sm">
        {text}
      </p>
      {children}
    </div>
  )
}
