import type { Session } from '@jaanch/contracts/http/auth'
import type { SetUp } from '@jaanch/contracts/http/second-factors'
import { Fingerprint } from 'lucide-react'
import { useRef, useState } from 'react'
import { toastFailure } from '@/components/toast-failure'
import { addFactor } from '@/lib/resources/second-factors'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { CodeForm } from './code-form'
import { QrCode } from './qr-code'
import { RecoveryCodes } from './recovery-codes'

type SetUpFactorProps = {
  setUp: SetUp
  /** Called after the recovery codes of a first factor were saved. @param session after a login that required a factor */
  onDone: (session: Session | null) => void
}

/** Sets up an authenticator app or a passkey. */
export function SetUpFactor({ setUp, onDone }: SetUpFactorProps) {
  const [added, setAdded] = useState<Awaited<ReturnType<typeof addFactor>>>()
  const [asking, setAsking] = useState(false)
  const [setUpCode, setSetUpCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const mailed = useRef<HTMLInputElement>(null)

  async function add(proof: Parameters<typeof addFactor>[1]) {
    if (setUp.needsCode && !setUpCode) {
      setMissing(true)
      // on a phone it may be above what is visible
      return mailed.current?.focus()
    }
    const result = await addFactor(setUp, proof, setUpCode)
    if (result.recoveryCodes) setAdded(result)
    else onDone(result.session)
  }

  async function addPasskey() {
    setAsking(true)
    try {
      await add('passkey')
    } catch (error) {
      // also if the user cancelled it
      toastFailure('The passkey was not added', error, { fallback: 'Please try again' })
    } finally {
      setAsking(false)
    }
  }

  if (added?.recoveryCodes) {
    return <RecoveryCodes codes={added.recoveryCodes} onDone={() => onDone(added.session)} />
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {setUp.needsCode && (
        <Field
          label="Code from your email"
          hint="We sent it just now; it is valid for 10 minutes. If no email arrives, the people who run Jaanch can give you one."
          error={isMissing && !setUpCode ? 'Please enter the code from your email' : undefined}
        >
          <Input
            ref={mailed}
            autoFocus
            autoComplete="off"
            maxLength={50}
            className="font-mono tracking-widest"
            value={setUpCode}
            onChange={({ target }) => setSetUpCode(target.value)}
          />
        </Field>
      )}
      <div className="grid justify-items-center gap-3">
        <p className="justify-self-start text-ink-soft">
          Scan this with an authenticator app, or type the key there.
        </p>
        <QrCode text={setUp.uri} label="QR code for your authenticator app" />
        <p className="text-center font-mono text-sm">
          {setUp.secret.match(/.{1,4}/g)?.join(' ') ?? setUp.secret}
        </p>
      </div>
      <CodeForm
        kind="app"
        label="Code from the app"
        submitLabel="Add authenticator app"
        isFocused={!setUp.needsCode}
        onSubmit={(code) => add({ code })}
      />
      <div className="grid gap-3 border-t pt-5">
        <p className="text-ink-soft">Or use your fingerprint, your face, or a security key.</p>
        <Button variant="outline" size="lg" loading={asking} onClick={() => void addPasskey()}>
          <Fingerprint aria-hidden />
          Add a passkey
        </Button>
      </div>
    </div>
  )
}
