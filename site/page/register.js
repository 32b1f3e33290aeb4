// Makes the site work offline after the first visit, where the browser allows it. It waits until
// the page has loaded, so that fetching all files does not delay the board.

function register() {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}

if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
