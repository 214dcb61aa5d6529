import { type ProjectionName, projectionNames } from '@jaanch/contracts/projections'
import { useState } from 'react'
import { ReasonDialog } from '@/components/reason-dialog'
import { randomId } from '@/lib/random-id'
import { requestRun } from '@/lib/resources/operations/runs'
import { Field } from '@/ui/field'
import { RadioCards } from '@/ui/radio-cards'
import { Select } from '@/ui/select'
import { projectionLabels } from './run-texts'

type StartRunDialogProps = { onStarted: (id: number) => void; onClose: () => void }

/** Asks for a replay or a verify. */
export function StartRunDialog({ onStarted, onClose }: StartRunDialogProps) {
  const [kind, setKind] = useState<'replay' | 'verify'>('verify')
  const [projection, setProjection] = useState<ProjectionName | ''>('')
  // one for the dialog: a repeated request makes one run
  const [key] = useState(() => randomId())

  async function submit(reason: string) {
    const { id } = await requestRun({ kind, projection, reason, key })
    onStarted(id)
  }

  return (
    <ReasonDialog
      title="Start a replay or verify"
      description="The tables are built from the log beside the live ones and compared row by row. Nobody waits for it, and nothing is sent. It needs disk space for a second set of tables."
      submitLabel={kind === 'replay' ? 'Start replay' : 'Start verify'}
      hint="Other admins see it in the list of runs."
      failure="It was not started"
      onSubmit={submit}
      onClose={onClose}
    >
      <RadioCards
        label="What to do"
        value={kind}
        onChange={(value) => setKind(value as typeof kind)}
        options={[
          {
            value: 'verify',
            label: 'Verify',
            description: 'Shows whether the live tables are what the log says',
          },
          {
            value: 'replay',
            label: 'Replay',
            description: 'Shows the differences, and replaces the live tables when you accept them',
          },
        ]}
      />
      <Field
        label="Tables"
        hint={projection ? 'The other tables are copied as they are, with their faults.' : undefined}
      >
        <Select
          value={projection}
          onChange={(value) => setProjection(value as typeof projection)}
          options={projectionNames.map((value) => ({ value, label: projectionLabels[value] }))}
          emptyLabel="All tables"
          placeholder="All tables"
        />
      </Field>
    </ReasonDialog>
  )
}
