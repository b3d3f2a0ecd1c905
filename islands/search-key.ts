import { isSearchKeyOn, switchSearchKey } from '#src/ui/admin/search-key.ts'

document.addEventListener('page-merged', show)
show()

function show() {
  const field = document.getElementById('search-key')
  const box = field?.querySelector('input')
  if (!field || !box) return
  field.hidden = false
  box.checked = isSearchKeyOn()
  box.onchange = () => switchSearchKey(box.checked)
}
