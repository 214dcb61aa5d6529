import { contactRoutes } from '@jaanch/contracts/http/contacts'
import type { Channel } from '@jaanch/contracts/notification-kinds'
import { type FormEvent, useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { toastFailure } from '@/components/toast-failure'
import { cn } from '@/lib/class-names'
import { phoneText } from '@/lib/format/phone'
import { resolverFor } from '@/lib/forms'
import { serverText } from '@/lib/http/api-error'
import { proveContact, sendContactCode } from '@/lib/resources/users'
import { useSession } from '@/lib/session/session-context'
import { useNow } from '@/lib/timing'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { FormDialog } from '@/ui/form-dialog'
import { Input } from '@/ui/input'
import { toast } from '@/ui/toast-store'
import { contactNames } from './contact-names'

type ContactCodeDialogProps = { channel: Channel; address: string; onClose: () => void }

const schema = contactRoutes.proveContact.body.pick({ code: true })
/** An SMS takes some seconds: who asks again at once would type the code that the second one replaced. */
const resendAfterMs = 60_000

/** Sends a code to an address of the user, who verifies the address by typing it. Mount it only while it is open. */
export function ContactCodeDialog({ channel, address, onClose }: ContactCodeDialogProps) {
  const { recheck } = useSession()
  const [sentAt, setSentAt] = useState<number>()
  const [isSending, setSending] = useState(false)
  const form = useForm({ resolver: resolverFor(schema), defaultValues: { code: '' } })
  const { errors, isSubmitting } = form.formState
  const name = contactNames[channel]
  const isSent = sentAt !== undefined

  const { setFocus } = form
  useEffect(() => {
    if (sentAt) setFocus('code')
  }, [sentAt, setFocus])

  async function send() {
    setSending(true)
    try {
      await sendContactCode({ channel })
      form.reset()
      setSentAt(Date.now())
    } catch (error) {
      toastFailure('The code could not be sent', error, { fallback: 'Please try again' })
    }
    setSending(false)
  }

  function sendFirst(event: FormEvent) {
    event.preventDefault()
    void send()
  }

  async function verify({ code }: { code: string }) {
    try {
      await proveContact({ channel, code })
    } catch (error) {
      form.setError('code', { message: serverText(error) ?? 'That did not work. Please try again.' })
      return
    }
    await recheck()
    onClose()
    toast.success(`Your ${name} is verified`)
  }

  return (
    <FormDialog
      title={`Verify Your ${name === 'phone' ? 'Phone' : 'Email'}`}
      submitLabel={isSent ? 'Verify' : 'Send Code'}
      isSubmitting={isSubmitting || (isSending && !isSent)}
      onSubmit={isSent ? form.handleSubmit(verify) : sendFirst}
      onClose={onClose}
    >
      <p role="status">
        {isSent ? 'We sent a code of six digits to ' : 'We send a code of six digits to '}
        <strong className={cn('font-semibold', channel === 'sms' ? 'whitespace-nowrap' : 'break-words')}>
          {channel === 'sms' ? phoneText(address) : address}
        </strong>
        {isSent
          ? '. It is valid for 10 minutes.'
          : '. Messages about bookings go there once you have typed it here.'}
      </p>
      {isSent && (
        <>
          <Field label="Code" error={errors.code?.message}>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={6}
              className="text-center font-semibold text-xl tabular-nums tracking-[0.4em] sm:text-xl"
              {...form.register('code')}
            />
          </Field>
          <ResendButton sentAt={errors.code ? 0 : sentAt} loading={isSending} onClick={() => void send()} />
        </>
      )}
    </FormDialog>
  )
}

/** `sentAt`: 0 to send another one at once, after a code that was refused */
type ResendButtonProps = { sentAt: number; loading: boolean; onClick: () => void }

function ResendButton({ sentAt, loading, onClick }: ResendButtonProps) {
  const now = useNow(1_000)
  const seconds = Math.ceil((sentAt + resendAfterMs - now.getTime()) / 1_000)
  const isEarly = seconds > 0
  return (
    <Button
      variant="ghost"
      className="-ml-4 justify-self-start tabular-nums"
      disabled={isEarly}
      loading={loading}
      onClick={onClick}
    >
      {isEarly ? `Send another code in ${Math.min(seconds, resendAfterMs / 1_000)} s` : 'Send another code'}
    </Button>
  )
}
