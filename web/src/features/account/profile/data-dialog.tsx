import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedAt, useFormCommand } from '@/components/use-command'
import { saveFile } from '@/lib/files'
import { resolverFor } from '@/lib/forms'
import { call } from '@/lib/http/call'
import { download } from '@/lib/http/download'
import { useSession } from '@/lib/session/session-context'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { toast } from '@/ui/toast-store'
import { erased, requests, password as texts } from './texts'

const schema = z.object({ password: z.string().min(1, texts.missing) })

export type DataRequest = 'export' | 'erase'

export function DataDialog({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const { signOut } = useSession()
  const form = useForm<z.output<typeof schema>>({
    resolver: resolverFor(schema),
    defaultValues: { password: '' },
  })
  const { errors } = form.formState
  const { failed, body, ...labels } = requests[request]
  const submit = useFormCommand(form, {
    send: ({ password }: z.output<typeof schema>) =>
      request === 'export' ? downloadMyData(password) : eraseMe(password),
    done() {
      if (request === 'export') return onClose()
      signOut()
      toast.success(erased)
    },
    failed,
    isRepeatable: false,
    onFailure: refusedAt(form, 'password', 'wrong-password'),
  })

  return (
    <FormDialog {...labels} {...submit} onClose={onClose}>
      <p className="text-sm">{body}</p>
      <Field label={texts.label} error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...form.register('password')} />
      </Field>
    </FormDialog>
  )
}

/** Saves everything that Jaanch holds about the user as a ZIP. */
async function downloadMyData(password: string): Promise<void> {
  saveFile(await download('/api/users/me/export', { body: { password } }), 'jaanch-my-data.zip')
}

/** The account and everything about the person are gone afterwards. */
async function eraseMe(password: string): Promise<void> {
  await call('POST', '/api/users/me/erase', { body: { password } })
}
