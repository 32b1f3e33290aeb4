// Makes the site work offline after the first visit, where the browser allows it. The board comes
// first: the files are kept once the page has loaded.

function register() {
  navigator.serviceWorker.register("service-worker.js").catch(() => {});
}

if ("serviceWorker" in navigator) {
  if (document.readyState === "complete") register();
  else window.addEventListener("load", register);
}
