import type { SetUp } from '@jaanch/account/second-factors/api'
import type { Session } from '@jaanch/account/sessions/api'
import { Download, Fingerprint } from 'lucide-react'
import { useRef, useState } from 'react'
import { QrCode } from '@/components/qr-code'
import { pleaseTryAgain } from '@/components/texts'
import { useCommand } from '@/components/use-command'
import { saveFile } from '@/lib/files'
import { Button } from '@/ui/button'
import { Field } from '@/ui/field'
import { Input } from '@/ui/input'
import { addFactor } from './calls'
import { CodeForm } from './prove-factor'

const texts = {
  mailedCode: 'Code from your email',
  mailedCodeHint:
    'We sent it just now; it is valid for 10 minutes. If no email arrives, the people who run Jaanch can give you one.',
  mailedCodeMissing: 'Please enter the code from your email',
  scan: 'Scan this with an authenticator app, or type the key there.',
  qrCode: 'QR code for your authenticator app',
  appCode: { label: 'Code from the app', submitLabel: 'Add authenticator app' },
  orPasskey: 'Or use your fingerprint, your face, or a security key.',
  addPasskey: 'Add a passkey',
  passkey: { failed: 'The passkey was not added', fallback: pleaseTryAgain },
  recovery: {
    keep: 'Keep these codes in a safe place. Each signs you in once if you lose your device. They are not shown again.',
    label: 'Recovery codes',
    download: 'Download',
    saved: 'I have saved them',
    file: (codes: readonly string[]) =>
      `Recovery codes for Jaanch. Each works once.\n\n${codes.join('\n')}\n`,
  },
}

type SetUpFactorProps = {
  setUp: SetUp
  /** Called after the recovery codes of a first factor were saved. @param session after a login that required a factor */
  onDone: (session: Session | null) => void
}

export function SetUpFactor({ setUp, onDone }: SetUpFactorProps) {
  const [added, setAdded] = useState<Awaited<ReturnType<typeof addFactor>>>()
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

  // fails also if the user cancelled it
  const passkey = useCommand({ ...texts.passkey, send: () => add('passkey'), isRepeatable: false })

  if (added?.recoveryCodes) {
    return <RecoveryCodes codes={added.recoveryCodes} onDone={() => onDone(added.session)} />
  }
  return (
    <div className="grid grid-cols-1 gap-5">
      {setUp.needsCode && (
        <Field
          label={texts.mailedCode}
          hint={texts.mailedCodeHint}
          error={isMissing && !setUpCode ? texts.mailedCodeMissing : undefined}
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
        <p className="justify-self-start text-ink-soft">{texts.scan}</p>
        <QrCode text={setUp.uri} label={texts.qrCode} className="size-48" />
        <p className="text-center font-mono text-sm">
          {setUp.secret.match(/.{1,4}/g)?.join(' ') ?? setUp.secret}
        </p>
      </div>
      <CodeForm
        kind="app"
        {...texts.appCode}
        isFocused={!setUp.needsCode}
        onSubmit={(code) => add({ code })}
      />
      <div className="grid gap-3 border-t pt-5">
        <p className="text-ink-soft">{texts.orPasskey}</p>
        <Button
          icon={Fingerprint}
          variant="outline"
          size="lg"
          loading={passkey.busy}
          onClick={() => void passkey.run()}
        >
          {texts.addPasskey}
        </Button>
      </div>
    </div>
  )
}

export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  function save() {
    saveFile(new Blob([texts.recovery.file(codes)], { type: 'text/plain' }), 'jaanch-recovery-codes.txt')
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft">{texts.recovery.keep}</p>
      <ul
        aria-label={texts.recovery.label}
        className="grid grid-cols-1 gap-2 rounded-xl bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button icon={Download} variant="outline" className="max-sm:w-full" onClick={save}>
          {texts.recovery.download}
        </Button>
        <Button className="max-sm:w-full" onClick={onDone}>
          {texts.recovery.saved}
        </Button>
      </div>
    </div>
  )
}
