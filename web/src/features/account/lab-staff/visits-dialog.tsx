import type { LabPersonView } from '@jaanch/account/lab-staff/api'
import { useState } from 'react'
import { useDialogCommand } from '@/components/use-command'
import { useCollectors } from '@/features/collection/collectors/calls'
import { CollectorChoice } from '@/features/collection/collectors/collector-choice'
import { FormDialog } from '@/ui/form-dialog'
import { changePerson } from './calls'
import { visits as texts } from './texts'

type VisitsDialogProps = {
  person: LabPersonView
  /** What was refused because the person has open visits */
  change: Parameters<typeof changePerson>[1]
  onClose: () => void
}

/** Asks who takes the open visits of a person who makes none any more. */
export function VisitsDialog({ person, change, onClose }: VisitsDialogProps) {
  const { rows, loading } = useCollectors()
  const [chosen, setChosen] = useState('')
  const { run, busy } = useDialogCommand({
    send: () => changePerson(person.id, { ...change, visitsTo: chosen || null }),
    succeeded: [change.isEnded ? texts.ended : texts.changed, person.name],
    done: onClose,
    failed: texts.failed,
  })
  const others = rows.filter(({ id }) => id !== person.id)
  return (
    <FormDialog
      title={texts.title(person.name)}
      description={texts.text}
      submitLabel={texts.submit}
      isSubmitting={busy}
      disabled={loading}
      onSubmit={() => run()}
      onClose={onClose}
    >
      <CollectorChoice
        label={texts.choose}
        collectors={loading ? undefined : others}
        nobody={texts.nobody}
        value={chosen}
        onChange={setChosen}
      />
    </FormDialog>
  )
}
