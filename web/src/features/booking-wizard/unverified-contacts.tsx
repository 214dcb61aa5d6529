import type { Channel } from '@jaanch/contracts/notification-kinds'
import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { phoneText } from '@/lib/format/phone'
import { paths } from '@/lib/paths'
import { useUser } from '@/lib/session/session-context'
import { Button, ButtonLink } from '@/ui/button'
import { lazyDialog } from '@/ui/lazy-part'
import { unverified as texts } from './texts'

const ContactCodeDialog = lazyDialog(
  async () => (await import('@/components/contact/contact-code-dialog')).ContactCodeDialog,
)

/** Which addresses of the customer get no confirmation, with the way to verify them. Nothing if all are verified. */
export function UnverifiedContacts() {
  const { email, phone, isEmailProven, isPhoneProven } = useUser()
  const [verifying, setVerifying] = useState<{ channel: Channel; address: string } | null>(null)
  const contacts = [
    ...(isEmailProven ? [] : [{ channel: 'email' as const, address: email, shown: email }]),
    ...(isPhoneProven || !phone
      ? []
      : [{ channel: 'sms' as const, address: phone, shown: phoneText(phone) }]),
  ]
  if (contacts.length === 0 && phone) return null
  return (
    <section
      aria-label={texts.label}
      className="mt-5 grid gap-2 rounded-xl bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <p className="flex gap-3 font-semibold">
        <MailWarning className="mt-0.5 size-5 shrink-0" aria-hidden />
        {texts.label}
      </p>
      <ul className="grid gap-2">
        {contacts.map(({ channel, address, shown }) => (
          <li key={channel} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 grow basis-52 break-words">{texts.notVerified(shown)}</span>
            <Button variant="outline" onClick={() => setVerifying({ channel, address })}>
              {texts.verify}
              <span className="sr-only"> {shown}</span>
            </Button>
          </li>
        ))}
        {!phone && (
          <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 grow basis-52">{texts.noPhone}</span>
            <ButtonLink variant="outline" to={paths.profile}>
              {texts.addPhone}
            </ButtonLink>
          </li>
        )}
      </ul>
      {verifying && <ContactCodeDialog {...verifying} onClose={() => setVerifying(null)} />}
    </section>
  )
}
