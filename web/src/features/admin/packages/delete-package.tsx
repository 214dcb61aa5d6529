import type { PackageView } from '@jaanch/contracts/http/packages'
import { toastFailure } from '@/components/toast-failure'
import { removePackage } from '@/lib/resources/packages'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { toast } from '@/ui/toast-store'

type DeletePackageProps = { item: PackageView; onClose: () => void }

export function DeletePackage({ item, onClose }: DeletePackageProps) {
  async function remove() {
    try {
      await removePackage(item.id)
      toast.success('Package Deleted', item.name)
    } catch (error) {
      toastFailure('Failed to delete package', error, { repeat: () => void remove() })
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${item.name}`}
      description="Are you sure you want to delete this package?"
      confirmLabel="Delete package"
      cancelLabel="Keep package"
      onConfirm={() => void remove()}
    />
  )
}
