import type { PackageView } from '@jaanch/contracts/http/packages'
import { useCommand } from '@/components/use-command'
import { removePackage } from '@/lib/resources/packages'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { deletePackage as texts } from './texts'

type DeletePackageProps = { item: PackageView; onClose: () => void }

export function DeletePackage({ item, onClose }: DeletePackageProps) {
  const { run } = useCommand({
    send: () => removePackage(item.id),
    succeeded: [texts.succeeded, item.name],
    failed: texts.failed,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      {...texts.question(item.name)}
      onConfirm={run}
    />
  )
}
