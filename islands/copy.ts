document.addEventListener('page-merged', show)
show()

/** Without a secure connection a browser has no clipboard to write to. */
function show() {
  if (!navigator.clipboard) return
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-copies]')) {
    button.hidden = false
    button.onclick = () => copy(button)
  }
}

async function copy(button: HTMLButtonElement) {
  const words = button.textContent
  await navigator.clipboard.writeText(button.dataset.copies ?? '')
  button.textContent = 'Copied'
  setTimeout(() => {
    button.textContent = words
  }, 2000)
}
