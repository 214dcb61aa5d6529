import { istDate } from '@jaanch/contracts/calendar'
import { FileJson } from 'lucide-react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { refusedAt, useCommand, useFormCommand } from '@/components/use-command'
import { useFamily } from '@/features/account/people-calls'
import { saveFile } from '@/lib/files'
import { resolverFor } from '@/lib/forms'
import { call } from '@/lib/http/call'
import { download } from '@/lib/http/download'
import { useSession, useUser } from '@/lib/session/session-context'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { PasswordInput } from '@/ui/password-input'
import { Select } from '@/ui/select'
import { toast } from '@/ui/toast-store'
import { texts } from './texts'

const schema = z.object({ password: z.string().min(1, texts.password.missing) })

export type DataRequest = 'export' | 'erase'

export function DataDialog({ request, onClose }: { request: DataRequest; onClose: () => void }) {
  const { signOut } = useSession()
  const form = useForm<z.output<typeof schema>>({
    resolver: resolverFor(schema),
    defaultValues: { password: '' },
  })
  const { errors } = form.formState
  const { failed, body, ...labels } = texts.requests[request]
  const submit = useFormCommand(form, {
    send: ({ password }: z.output<typeof schema>) =>
      request === 'export' ? downloadMyData(password) : eraseMe(password),
    done() {
      if (request === 'export') return onClose()
      signOut()
      toast.success(texts.erased)
    },
    failed,
    isRepeatable: false,
    onFailure: refusedAt(form, 'password', 'wrong-password'),
  })

  return (
    <FormDialog {...labels} {...submit} onClose={onClose}>
      <p className="text-sm">{body}</p>
      <Field label={texts.password.label} error={errors.password?.message}>
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

/** The reports of one person of the family as a file for other systems. */
export function HealthExport() {
  const { name } = useUser()
  const { data: family = [] } = useFamily()
  const [person, setPerson] = useState('self')
  const nameOf = (id: string) => family.find((member) => member.id === id)?.name ?? name
  const { run, busy } = useCommand({
    send: () => downloadHealthExport(person, nameOf(person)),
    failed: texts.healthExport.failed,
  })
  const people = [
    { value: 'self', label: texts.healthExport.self },
    ...family.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <div>
      <h3 className="mb-1 font-semibold text-sm">{texts.healthExport.title}</h3>
      <p className="mb-3 text-ink-soft text-sm">{texts.healthExport.text}</p>
      <div className="flex flex-wrap gap-3">
        <Select
          label={texts.healthExport.person}
          value={person}
          onChange={setPerson}
          options={people}
          className="min-w-40 grow sm:max-w-60"
        />
        <Button
          icon={FileJson}
          variant="soft"
          loading={busy}
          className="max-sm:w-full"
          onClick={() => void run()}
        >
          {texts.healthExport.submit}
        </Button>
      </div>
    </div>
  )
}

const titles = new Set(['dr', 'mr', 'mrs', 'ms', 'shri', 'smt'])

/** Saves all latest reports of a person as one FHIR file. @param person `self`, or the id of a family member @param name of the person */
async function downloadHealthExport(person: string, name: string): Promise<void> {
  const file = await download(`/api/health-export?${new URLSearchParams({ person })}`)
  saveFile(file, healthFileName(name, istDate(new Date())))
}

/**
 * @param name of the person, of which the first word is taken @param date YYYY-MM-DD
 * @returns 'jaanch-health-sunita-2026-11-27.json'; without a name that has Latin letters, 'jaanch-health-2026-11-27.json'
 */
export function healthFileName(name: string, date: string): string {
  const [first = ''] = name
    .normalize('NFD')
    .toLowerCase()
    .split(/\s+/)
    .map((word) => word.replaceAll(/[^a-z0-9-]/g, ''))
    .filter((word) => /[a-z]/.test(word) && !titles.has(word))
  return ['jaanch-health', first, `${date}.json`].filter(Boolean).join('-')
}
