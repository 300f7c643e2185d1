// The page of an inspector: sends what is typed, shows what comes back.
const editor = acquireVsCodeApi();
const text = document.getElementById('text');
const choice = document.getElementById('choice');
const result = document.getElementById('result');
const quietMs = 120;
let timer;

const input = () => ({ text: text.value, choice: choice.value });
const send = () => editor.postMessage({ kind: 'input', ...input() });

text.addEventListener('input', () => {
  clearTimeout(timer);
  timer = setTimeout(send, quietMs);
});
choice.addEventListener('change', send);
for (const button of document.querySelectorAll('button[data-action]')) {
  button.addEventListener('click', () => {
    editor.postMessage({ kind: 'action', action: button.dataset.action, ...input() });
  });
}
window.addEventListener('message', ({ data }) => {
  // The fragment holds no text that was not escaped, and the page's policy runs no script of its own.
  result.innerHTML = data.html;
});
send();
