import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { OpenConfirmDialog } from '@/ui/confirm-dialog'
import { signAnyway as texts } from './texts'

type SignAnywayProps = { onConfirm: () => void; onClose: () => void }

/** Asks before a report is released while nobody has confirmed a call about a critical value of it. */
export function SignAnyway(props: SignAnywayProps) {
  return (
    <OpenConfirmDialog
      title={texts.title}
      description={
        <>
          {texts.text}{' '}
          <Link to={paths.labCritical} className="font-medium text-ink underline underline-offset-2">
            {texts.calls}
          </Link>
        </>
      }
      confirmLabel={texts.confirm}
      cancelLabel={texts.cancel}
      {...props}
    />
  )
}
