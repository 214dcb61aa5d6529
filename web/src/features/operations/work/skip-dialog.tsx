import type { DeadLetterView } from '@jaanch/contracts/http/operations/work'
import { type FormEvent, useState } from 'react'
import { serverText } from '@/lib/http/api-error'
import { skipDeadLetter } from '@/lib/resources/operations/work'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Textarea } from '@/ui/input'
import { toast } from '@/ui/toast-store'

type SkipDialogProps = { letter: DeadLetterView; onClose: () => void; onDone: () => void }

/** Gives up what a dead letter is about, with the reason. */
export function SkipDialog({ letter: { id, consumer }, onClose, onDone }: SkipDialogProps) {
  const [reason, setReason] = useState('')
  const [isTried, setIsTried] = useState(false)
  const [isSubmitting, setIsSubmitting] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setIsTried(true)
    if (reason.trim() === '') return
    setIsSubmitting(true)
    try {
      await skipDeadLetter(id, reason.trim())
      toast.success(`Dead letter ${id} is skipped`)
      onDone()
      onClose()
    } catch (error) {
      toast.error('It was not skipped', serverText(error))
    } finally {
      setIsSubmitting(false)
    }
  }

  return (
    <FormDialog
      title={`Skip dead letter ${id}?`}
      description={`What ${consumer} should have done will never happen: a message is not sent, a reminder is not given, and work continues after the event that failed.`}
      submitLabel="Skip"
      isSubmitting={isSubmitting}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Field
        label="Reason"
        hint="It is stored with the dead letter."
        error={isTried && reason.trim() === '' ? 'Please give a reason' : undefined}
      >
        <Textarea
          rows={3}
          maxLength={500}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
