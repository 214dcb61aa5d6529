import { Download } from 'lucide-react'
import { saveFile } from '@/lib/files'
import { Button } from '@/ui/button'

/** Ten codes that are shown once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  function save() {
    const text = `Recovery codes for Jaanch. Each works once.\n\n${codes.join('\n')}\n`
    saveFile(new Blob([text], { type: 'text/plain' }), 'jaanch-recovery-codes.txt')
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      <p className="text-ink-soft">
        Keep these codes in a safe place. Each signs you in once if you lose your device. They are not shown
        again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-1 gap-2 rounded-xl bg-sunken p-4 font-mono text-sm sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="outline" className="max-sm:w-full" onClick={save}>
          <Download aria-hidden />
          Download
        </Button>
        <Button className="max-sm:w-full" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </div>
  )
}
