import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useFormCommand } from '@/components/use-command'
import { setMaintenance } from '@/features/operations/maintenance-calls'
import { instantOf } from '@/lib/format/dates'
import { resolverFor } from '@/lib/forms'
import { FormDialog } from '@/ui/form-dialog'
import { Line, Paragraph } from '@/ui/form-line'
import { toast } from '@/ui/toast-store'

const texts = {
  title: 'Set a notice',
  description:
    'Every page shows it, to visitors as well: within seconds to those who are signed in, to others within minutes. It replaces the one before.',
  submitLabel: 'Set',
  failure: 'It was not set',
  succeeded: 'The notice is set',
  text: 'Text',
  textHint: 'At most 200 characters, without personal data',
  textMissing: 'Please enter a text, at most 200 characters',
  from: 'Appears',
  fromHint: 'Time in India; empty: at once',
  until: 'Ends',
  untilHint: 'Time in India; empty: when it is cleared',
  untilTooEarly: 'Please choose a time in the future that is after its beginning',
}

const maxLength = 200

/** Times as the inputs have them, in India */
const schema = z
  .object({
    text: z.string().trim().min(1, texts.textMissing).max(maxLength, texts.textMissing),
    from: z.string(),
    until: z.string(),
  })
  .refine(({ from, until }) => !until || Date.parse(instantOf(until)) > earliestEnd(from), {
    path: ['until'],
    message: texts.untilTooEarly,
  })

function earliestEnd(from: string): number {
  return Math.max(Date.now(), from ? Date.parse(instantOf(from)) : 0)
}

export function NoticeDialog({ onClose }: { onClose: () => void }) {
  const form = useForm<z.infer<typeof schema>>({
    resolver: resolverFor(schema),
    defaultValues: { text: '', from: '', until: '' },
  })
  const field = { form, texts }
  const submit = useFormCommand(form, {
    async send({ text, from, until }: z.infer<typeof schema>) {
      await setMaintenance({ text, from: instantOf(from), until: instantOf(until) })
      toast.success(texts.succeeded)
    },
    done: onClose,
    failed: texts.failure,
  })
  return (
    <FormDialog
      title={texts.title}
      description={texts.description}
      submitLabel={texts.submitLabel}
      {...submit}
      onClose={onClose}
    >
      <Paragraph {...field} name="text" rows={3} maxLength={maxLength} />
      <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
        <Line {...field} name="from" optional type="datetime-local" />
        <Line {...field} name="until" optional type="datetime-local" />
      </div>
    </FormDialog>
  )
}
