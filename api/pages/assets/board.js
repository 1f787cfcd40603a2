/** Names the buttons of bull-board that have only an icon, for people who cannot see it. */
const NAMELESS = 'button:not([aria-label]):not([aria-labelledby])';

function nameOf(button) {
  const icon = [...(button.querySelector('svg')?.classList ?? [])].find((name) =>
    name.startsWith('lucide-'),
  );
  return icon === undefined ? 'More' : icon.slice('lucide-'.length).replaceAll('-', ' ');
}

function nameButtons() {
  for (const button of document.querySelectorAll(NAMELESS)) {
    if (button.textContent.trim() === '') {
      button.setAttribute('aria-label', button.title || nameOf(button));
    }
  }
}

new window.MutationObserver(nameButtons).observe(document.body, { childList: true, subtree: true });
nameButtons();
