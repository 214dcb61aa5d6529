import { reason as reasonBody } from '@jaanch/contracts/http/fields'
import { type ProjectionName, projectionNames } from '@jaanch/contracts/projections'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { checkedText, resolverFor } from '@/lib/forms'
import { serverText } from '@/lib/http/api-error'
import { requestRun } from '@/lib/resources/operations/runs'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { projectionLabels } from './run-texts'

const schema = z.object({
  reason: checkedText(reasonBody.shape.reason, 'Please give a reason, at most 500 characters'),
})

type StartRunDialogProps = { onStarted: (id: number) => void; onClose: () => void }

/** Asks for a replay or a verify. */
export function StartRunDialog({ onStarted, onClose }: StartRunDialogProps) {
  const [kind, setKind] = useState<'replay' | 'verify'>('verify')
  const [projection, setProjection] = useState<ProjectionName | ''>('')
  // one for the dialog: a repeated request makes one run
  const [key] = useState(() => crypto.randomUUID())
  const { register, handleSubmit, formState } = useForm<z.input<typeof schema>>({
    resolver: resolverFor(schema),
    defaultValues: { reason: '' },
  })

  async function submit({ reason }: z.input<typeof schema>) {
    try {
      const { id } = await requestRun({ kind, projection, reason, key })
      onStarted(id)
      onClose()
    } catch (error) {
      toast.error('It was not started', serverText(error))
    }
  }

  return (
    <FormDialog
      title="Start a replay or verify"
      description="The tables are built from the log beside the live ones and compared row by row. Nobody waits for it, and nothing is sent. It needs disk space for a second set of tables."
      submitLabel={kind === 'replay' ? 'Start replay' : 'Start verify'}
      isSubmitting={formState.isSubmitting}
      onSubmit={handleSubmit(submit)}
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
      <Field
        label="Reason"
        hint="Other admins see it in the list of runs."
        error={formState.errors.reason?.message}
      >
        <Textarea rows={2} maxLength={500} {...register('reason')} />
      </Field>
    </FormDialog>
  )
}
