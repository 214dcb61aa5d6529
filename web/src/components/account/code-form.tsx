import { useForm } from 'react-hook-form'
import { pleaseTryAgain } from '@/components/texts'
import { useCommand } from '@/components/use-command'
import { serverText } from '@/lib/http/api-error'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { code as texts } from './texts'

type CodeFormProps = {
  label: string
  hint?: string
  /** 'app': six digits; 'recovery': letters and digits */
  kind: 'app' | 'recovery'
  submitLabel: string
  /** Whether the field is what comes next (default) */
  isFocused?: boolean
  /** What it throws is shown below the field */
  onSubmit: (code: string) => Promise<void>
}

export function CodeForm({ label, hint, kind, submitLabel, isFocused = true, onSubmit }: CodeFormProps) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } })

  const { run, busy } = useCommand({
    send: ({ code }: { code: string }) => onSubmit(code),
    onFailure(error) {
      setError('code', { message: serverText(error) ?? pleaseTryAgain }, { shouldFocus: true })
      return true
    },
  })

  const isApp = kind === 'app'
  return (
    <form noValidate className="grid grid-cols-1 gap-4" onSubmit={handleSubmit(run)}>
      <Field label={label} hint={hint} error={formState.errors.code?.message}>
        <Input
          // the step has replaced another form: the code is what comes next
          autoFocus={isFocused}
          autoComplete={isApp ? 'one-time-code' : 'off'}
          inputMode={isApp ? 'numeric' : 'text'}
          autoCapitalize="characters"
          maxLength={isApp ? 10 : 50}
          className="font-mono tracking-widest"
          {...register('code', {
            validate: (code) => !isApp || /^\d{6}$/.test(code.replaceAll(/\s/g, '')) || texts.incomplete,
            required: texts.missing,
          })}
        />
      </Field>
      <Button type="submit" size="lg" loading={busy}>
        {submitLabel}
      </Button>
    </form>
  )
}
