import type { CriticalCallView } from '@jaanch/contracts/http/critical-calls'
import {
  type CriticalMeans,
  type CriticalOutcome,
  type CriticalReached,
  criticalMeans,
  criticalOutcomes,
  criticalReached,
} from '@jaanch/contracts/vocabulary'
import { useState } from 'react'
import { useDialogCommand } from '@/components/use-command'
import { recordCriticalCall } from '@/lib/resources/critical-calls'
import { Checkbox } from '@/ui/checkbox'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { RadioCards } from '@/ui/radio-cards'
import { Segmented } from '@/ui/segmented'
import { toast } from '@/ui/toast-store'
import { means, outcomes, reached, dialog as texts } from './texts'

type RecordCallProps = { call: CriticalCallView; onClose: () => void }

/** Records what came of a call. It is confirmed only by who says that the values were repeated. */
export function RecordCall({ call, onClose }: RecordCallProps) {
  const [outcome, setOutcome] = useState<CriticalOutcome>('CONFIRMED')
  const [whom, setWhom] = useState<CriticalReached>('customer')
  const [by, setBy] = useState<CriticalMeans>('phone')
  const [isRepeated, setRepeated] = useState(false)
  const [note, setNote] = useState('')
  const { run, busy } = useDialogCommand({
    send: () => recordCriticalCall(call.id, { outcome, reached: whom, by, note: note.trim() || null }),
    done({ confirmedAt }) {
      toast.success(confirmedAt ? texts.confirmed : texts.recorded)
      onClose()
    },
    failed: texts.failed,
  })
  const isConfirmation = outcome === 'CONFIRMED'
  return (
    <FormDialog
      title={texts.title}
      description={texts.of(call.patientName ?? '')}
      submitLabel={texts.save}
      isSubmitting={busy}
      onSubmit={(event) => {
        event.preventDefault()
        if (isConfirmation && !isRepeated) return toast.error(texts.readbackMissing)
        return run()
      }}
      onClose={onClose}
    >
      <RadioCards
        label={texts.outcome}
        value={outcome}
        onChange={(value) => setOutcome(value as CriticalOutcome)}
        options={criticalOutcomes.map((value) => ({ value, ...outcomes[value] }))}
      />
      {isConfirmation && (
        <div className="grid gap-2 rounded-lg border bg-sunken/50 p-3">
          <ul className="grid gap-1 tabular-nums">
            {call.values.map(({ code, name, text, unit }) => (
              <li key={code} className="flex flex-wrap justify-between gap-x-4">
                <span>{name}</span>
                <span className="font-semibold">{[text, unit].filter(Boolean).join(' ')}</span>
              </li>
            ))}
          </ul>
          <Checkbox checked={isRepeated} onChange={setRepeated}>
            {texts.readback}
          </Checkbox>
        </div>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <div className="grid content-start gap-1.5">
          <p className="font-medium">{texts.reached}</p>
          <Segmented
            label={texts.reached}
            value={whom}
            onChange={setWhom}
            options={criticalReached.map((value) => ({ value, label: reached[value] }))}
          />
        </div>
        <div className="grid content-start gap-1.5">
          <p className="font-medium">{texts.by}</p>
          <Segmented
            label={texts.by}
            value={by}
            onChange={setBy}
            options={criticalMeans.map((value) => ({ value, label: means[value] }))}
          />
        </div>
      </div>
      <Field label={texts.note} optional>
        <Textarea maxLength={500} value={note} onChange={({ target }) => setNote(target.value)} />
      </Field>
    </FormDialog>
  )
}
